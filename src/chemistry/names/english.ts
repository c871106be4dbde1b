import { translated } from './chinese.js';
import { hasHan } from './normalise.js';
import { residuesInEnglish } from './residues.js';
import { dictionary } from './vocabulary.js';

/**
 * Dyes by class, colour and number, as the Colour Index has them. Suppliers write them with “C.I.” or without:
 * 酸性红18 is “Acid Red 18” and “C.I. Acid Red 18”.
 */
const CLASSES = dictionary('dye-classes');
const COLOURS = dictionary('colours');
const oneOf = (words: Record<string, string>): string => Object.entries(words).flat().join('|');
const DYE = new RegExp(`^(c\\.? ?i\\.? ?)?(${oneOf(CLASSES)}) ?(${oneOf(COLOURS)}) ?(\\d{1,3})号?$`, 'u');

/** The names of a dye other than the text. */
function dyeInEnglish(form: string): string[] {
  const [whole, , kind = '', colour = '', number = ''] = DYE.exec(form) ?? [];
  if (whole === undefined) return [];
  const name = `${CLASSES[kind] ?? kind} ${COLOURS[colour] ?? colour} ${number}`;
  return [name, `c.i. ${name}`].filter((each) => each !== form);
}

/**
 * What a `readable` text in Chinese, in codes of amino acids, or by the Colour Index is called in English. Empty if it
 * cannot be translated, and for other names in English.
 */
export function inEnglish(form: string): string[] {
  const dye = dyeInEnglish(form);
  if (dye.length > 0) return dye;
  if (!hasHan(form)) return residuesInEnglish(form);
  const english = translated(form);
  return english === undefined ? [] : [english];
}
