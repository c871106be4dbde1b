import { CONTROL_BUT_LINES } from '../../platform/index.js';
import type { Refusal } from '../../platform/index.js';
import { refuseSmiles } from './smiles.js';
import type { StructureKey } from './structure-key.js';

/** A structure as it was given. */
export interface GivenStructure {
  source: StructureKey;
  text: string;
}

/** The most bytes of a structure. A molfile with the most atoms has about 45,000. */
export const MOST_BYTES: Record<StructureKey, number> = { smiles: 10_240, molfile: 65_536, inchi: 10_240 };

/** The last line of a molfile. */
const END = 'M  END';

const INCHI = /^InChI=1S\/[\x21-\x7e]+$/;

/**
 * Checks what can be checked before a structure is read.
 * @param value as a caller gave it
 * @returns null if the text is empty, so that the product has none
 */
export function readGiven(source: StructureKey, value: unknown): GivenStructure | Refusal | null {
  if (typeof value !== 'string') return { reason: 'wrong_type', message: 'must be a text' };
  const text = source === 'molfile' ? molfileOf(value) : value.trim();
  if (text === '') return null;
  if (Buffer.byteLength(text) > MOST_BYTES[source])
    return { reason: 'too_long', message: `is longer than ${MOST_BYTES[source]} bytes` };
  if (!text.isWellFormed() || CONTROL_BUT_LINES.test(text))
    return { reason: 'control_character', message: 'contains a character that is none of a text' };
  const alias = source === 'molfile' ? aliasIn(text) : undefined;
  if (alias !== undefined)
    return {
      reason: 'open_structure',
      message: `has the label ${alias} in place of atoms, which are not drawn: expand it`,
    };
  const refusal = FORMS[source](text);
  return refusal === undefined ? { source, text } : { reason: 'no_structure', message: refusal };
}

/** Why a text cannot be a structure of this kind; undefined if it may be one. */
const FORMS: Record<StructureKey, (text: string) => string | undefined> = {
  smiles: refuseSmiles,
  molfile(text) {
    if (!/^.*\n.*\n.*\n.*V[23]000/.test(text) || !text.endsWith('M  END'))
      return 'is no molfile: its fourth line must name V2000 or V3000, its last one must be M  END';
    if (text.indexOf(END) < text.lastIndexOf(END))
      return 'has several structures, of which a product has one';
    if (hasStereoCollection(text))
      return 'has a collection of stereo centres (racemic or relative), which is not read: leave out the wedges of these centres';
    if (announcesMore(text)) return 'is no molfile: it announces more than it has';
    return standsForMore(text) ? 'stands for a polymer, a mixture or a part of a substance' : undefined;
  },
  inchi: (text) => (INCHI.test(text) ? undefined : 'is no standard InChI: it begins with InChI=1S/'),
};

/** Whether a molfile marks centres as racemic or relative. Readers ignore that and would take it for one enantiomer. */
export const hasStereoCollection = (molfile: string): boolean =>
  /MDLV30\/STE(?:RAC|REL)/i.test(wholeLines(molfile));

const GROUPS = 'SRU|MON|MER|COP|CRO|MOD|GRA|COM|MIX|FOR|ANY|GEN';
const MORE = new RegExp(
  String.raw`^M {2}STY .*\b(?:${GROUPS})\b|^M {2}(?:APO|LIN)|^M {2}V30 \d+ (?:${GROUPS})\b|^M {2}V30 LINKNODE|ATTCHPT=|ATTACH=ANY`,
  'im',
);

/** Whether a molfile stands for more than its atoms, or for a part: a polymer, a mixture, an attachment point. */
export const standsForMore = (molfile: string): boolean => MORE.test(wholeLines(molfile));

const ANNOUNCED = /\bCOUNTS\s+(\d+)(?:\s+(\d+))?|=\s*\(\s*(\d+)/gi;

/** Whether a V3000 molfile announces more atoms, or a longer list, than it can have: readers take memory and seconds for what is announced. */
export const announcesMore = (molfile: string): boolean =>
  [...wholeLines(molfile).matchAll(ANNOUNCED)].some(([, ...counts]) =>
    counts.some((count) => Number(count ?? 0) > molfile.length),
  );

/** An atom's label in a molfile (`A    6`, then `OMe`), or one of a group (`G  006005`). */
const LABEL = /^(?:A +(\d+)|G +\d+(?: +\d+)?)\s*$/;

/** The number and the symbol of an atom in V3000. */
const ATOM = /^M {2}V30 (\d+) +(\S+)/gm;

/** A label, and the number of the only atom at which it stands. */
type Label = [label: string, atom?: string | undefined];

/**
 * The label of an atom that says more than its element and hydrogens, as `OMe` at a carbon does, or at a group of that atom
 * alone: whoever reads the atoms takes it for another substance. Undefined if there is none.
 */
export function aliasIn(molfile: string): string | undefined {
  const text = wholeLines(molfile);
  const lines = text.split(/\r\n?|\n/);
  // Read once, as there may be thousands of labels. Of lines with the same number that of the atom stands first.
  const symbols = new Map([...text.matchAll(ATOM)].reverse().map(([, atom, symbol]) => [atom, symbol]));
  const symbolOf = (atom: string) => symbols.get(atom) ?? lines[3 + Number(atom)]?.slice(31, 34).trim();
  const labels = [...aliases(lines), ...groupsOfV2000(lines), ...groupsOfV3000(lines)];
  const isOwn = (label: string, symbol = ''): boolean =>
    (symbol === 'C' && label === 'Me') ||
    (/^[A-Z][a-z]?$/.test(symbol) && new RegExp(`^(?:H\\d*)?${symbol}(?:H\\d*)?[+-]?$`).test(label));
  return labels.find(([label, atom]) => !isOwn(label, atom && symbolOf(atom)))?.[0];
}

const aliases = (lines: string[]): Label[] =>
  lines.flatMap((line, at) => {
    const [isLabel, atom] = LABEL.exec(line) ?? [];
    return at < 4 || isLabel === undefined ? [] : [[lines[at + 1]?.trim() ?? '', atom] satisfies Label];
  });

/** Abbreviated groups of one atom: their kinds (`M  STY`), atoms (`M  SAL`) and labels (`M  SMT`) are lines of their own. */
function groupsOfV2000(lines: string[]): Label[] {
  const groups = new Set<string>();
  const atoms = new Map<string, string>();
  const labels = new Map<string, string>();
  for (const line of lines) {
    const [, what, group, rest] = /^M {2}S(TY|AL|MT) +(\d+) +(.*)/.exec(line) ?? [];
    if (what === 'TY') for (const [, sup] of rest!.matchAll(/(?<!\d)(\d+) +SUP/g)) groups.add(sup!);
    if (what === 'AL') atoms.set(group!, `${atoms.get(group!) ?? ''}${rest!.replace(/^\d+/, '')}`);
    if (what === 'MT') labels.set(group!, rest!.trim());
  }
  return [...labels].flatMap(([group, label]) => {
    const [, atom] = /^ +(\d+) *$/.exec(atoms.get(group) ?? '') ?? [];
    return atom !== undefined && groups.has(group) ? [[label, atom] satisfies Label] : [];
  });
}

const groupsOfV3000 = (lines: string[]): Label[] =>
  lines.flatMap((line) => {
    const [, atom] = /^M {2}V30 \d+ SUP\b.*\bATOMS=\( *1 +(\d+) *\)/i.exec(line) ?? [];
    const [, quoted, label = quoted] = /\bLABEL=(?:"([^"]*)"|(\S+))/i.exec(line) ?? [];
    return atom !== undefined && label !== undefined ? [[label, atom] satisfies Label] : [];
  });

/** A molfile with its lines joined, as V3000 may break them anywhere. */
const wholeLines = (molfile: string): string => molfile.replaceAll(/-(?:\r\n?|\n)M {2}V30 /g, '');

/** A molfile without what an SD file adds. Its first lines may be empty. */
function molfileOf(value: string): string {
  const lines = value.replaceAll(/[\r\n]/.test(value) ? /\r\n?/g : /(?:\\r)?\\n/g, '\n');
  const end = lines.lastIndexOf(END);
  return end === -1 ? lines.trim() : lines.slice(0, end + END.length);
}
