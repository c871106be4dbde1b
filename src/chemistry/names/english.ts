import { translated } from './chinese.js';
import { hasHan, lettersOf } from './normalise.js';
import { MULTIPLE, saltForm } from './salts.js';
import { dictionary, Expressions, vocabulary } from './vocabulary.js';

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
 * Amino acids and short peptides in the codes of peptide chemistry: `Boc-D-Ala-OH` is Boc-D-alanine, `Phe-Gly` is
 * L-phenylalanylglycine. Without a letter a residue is L.
 */

const RESIDUES = new Map(
  vocabulary('residues').map(([code = '', acid = '', acyl = '', hand]) => [
    code,
    { acid, acyl, isHanded: hand === 'l' },
  ]),
);
const RESIDUE = `(?:(dl|d|l)-)?(${[...RESIDUES.keys()].join('|')})`;
/** What the nitrogen carries, as names have it; and what the other end is. */
const PEPTIDES = new Expressions('peptides');
const GUARDS = PEPTIDES.table('guard');
const ENDS = PEPTIDES.table('end');

const CODES = new RegExp(
  `^(?:(h|${Object.keys(GUARDS).join('|')})-)?(${RESIDUE}(?:-${RESIDUE})*)(?:-(${Object.keys(ENDS).join('|')}))?` +
    `( (?:${MULTIPLE.filter(Boolean).join('|')})?(?:hydrochloride|hydrobromide)(?: (?:mono)?hydrate)?)?$`,
);
const EACH = new RegExp(`${RESIDUE}(?=-|$)`, 'g');
const MOST_RESIDUES = 5;

/**
 * The English names of a `readable` text in such codes, the usual one first. Empty for other texts and for a code
 * alone, which may be a word: met, his.
 */
function residuesInEnglish(form: string): string[] {
  const [, start, chain = '', ...rest] = CODES.exec(saltForm(form)) ?? [];
  const [end, salt = ''] = rest.slice(-2);
  const residues = [...chain.matchAll(EACH)];
  if (residues.length === 0 || residues.length > MOST_RESIDUES || lettersOf(form) === chain) return [];
  const names = residues.map(([, hand, code = ''], at) => {
    const { acid, acyl, isHanded } = RESIDUES.get(code)!;
    return (isHanded ? `${hand ?? 'l'}-` : '') + (at < residues.length - 1 ? acyl : acid);
  });
  // Only a residue with a hand has a dash in front: l-phenylalanylglycine.
  const name = names.reduce((all, each) => all + (/^(?:dl|d|l)-/.test(each) ? '-' : '') + each);
  const guards = start === undefined || start === 'h' ? [''] : GUARDS[start]!.split('|');
  return guards.map((guard) => guard + name + (ENDS[end ?? 'oh'] ?? '') + salt);
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
