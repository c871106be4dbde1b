import { TERMS } from './terms.js';
import { vocabulary } from './vocabulary.js';

/**
 * The hydrogen that a ring has beside its double bonds is written in several ways:
 * “1,3-dihydro-2H-1,4-benzodiazepin-2-one”, “1H-1,4-benzodiazepin-2(3H)-one”, or “3H-1,4-benzodiazepin-2-one” if a
 * substituent of the nitrogen implies the rest. To give one key, hydrogen is left out wherever a carbonyl group, a
 * substituent of a nitrogen atom or the ring itself (1H-imidazole) implies it.
 */

/**
 * Rings with the places of their nitrogen atoms. Behind a colon are the places where a carbonyl group makes an amide
 * of that nitrogen, which implies its hydrogen. A nitrogen without a colon belongs to an azole, whose hydrogen can
 * move.
 */
const RINGS = new Map(
  vocabulary('rings').map(([ring = '', ...atoms]) => [ring, atoms.map((atom) => atom.split(':'))] as const),
);
const moves = (ring: string, place: string): boolean =>
  RINGS.get(ring)!.some(([at, beside]) => at === place && beside === undefined);
const escaped = (ring: string): string => ring.replace(/[[\]]/g, '\\$&');
const NAMES = [...RINGS.keys()]
  .toSorted((a, b) => b.length - a.length)
  .map(escaped)
  .join('|');
/** A ring that is not part of a larger one. */
const RING = new RegExp(`(?<!${TERMS.any('fused')}-?)(?:${NAMES})(?!o[a-z[]|i[dnz])`, 'g');
/** The hydrogen of a nitrogen atom, directly in front of its ring. */
const MOVING = new RegExp(`(?<![\\d,a-z])(\\d{1,2})h-(?=(${NAMES})(?!o|i[dnz]))`, 'g');
const withoutMoving = (name: string): string =>
  name.replace(MOVING, (whole: string, place: string, ring: string) => (moves(ring, place) ? '' : whole));

/** A name with the hyphen in front of its ring's hydrogen: 6-amino9H-purine. */
export const withHyphens = (name: string): string => name.replace(/(?<=[a-z]{3})(?=\d{1,2}h-[a-z])/g, '-');

const PLACES = String.raw`\d+(?:,\d+)*`;
const INDICATED = /(?<![\d,a-z])(\d+h(?:,\d+h)*)-/g;
const ADDED = /\((\d+h(?:,\d+h)*)\)/g;
/** Added hydrogen. Not hydroxy, hydroperoxy, hydrochloride and the like. */
const HYDROGENATED = 'hydro(?!x|per|gen|chlor|brom|iod|fluor)';
const HYDRO = new RegExp(String.raw`(${PLACES})-(?:di|tri|tetra|hexa|octa|deca)?${HYDROGENATED}-?`, 'g');
const ONE = String.raw`(?:di|tri)?(?:thi)?one(?![a-z])`;
const OXO = String.raw`(?:di|tri)?(?:thi)?oxo(?![a-z]*(?:l|an)(?:e|yl)?\b)`;
const CARBONYL = new RegExp(String.raw`(?<![\d,])(${PLACES})-(?:${ONE}|${OXO}|(?:${NAMES})e?${ONE})`, 'g');
const SUBSTITUTED = new RegExp(String.raw`(?<![\d,])(${PLACES})-(?=[a-z#])(?!${ONE}|${OXO})`, 'g');
const HAS_HYDROGEN = new RegExp(String.raw`\dh[-,)]|\d-[a-z]*${HYDROGENATED}`);
/** A bracket that says how rings are fused. */
const FUSED = /^\[[\d,']*-?[a-z](?:,[a-z])*\]$/;

/**
 * A `readable` systematic name without the hydrogen of its ring, and the places of hydrogen that nothing else
 * implies. A name with several rings, or none of the table, keeps its hydrogen, except that of azoles.
 */
export function withoutHydrogen(name: string): { name: string; hydrogen: string } {
  if (!HAS_HYDROGEN.test(name)) return { name, hydrogen: '' };
  const as = name.replace(/oxidanylidene/g, 'oxo').replace(/(?:bis|tris)\(oxo\)/g, 'oxo');
  const skeleton = outermost(as);
  const [ring, ...others] = [...skeleton.replace(ADDED, '').matchAll(RING)].map(([each]) => each);
  if (ring === undefined || others.length > 0 || /(?<!\d-)(?:di|tetra|hexa|octa)hydro(?!x)/.test(skeleton))
    return { name: withoutMoving(name), hydrogen: '' };
  const placesOf = (text: string, expression: RegExp): string[] =>
    [...text.matchAll(expression)].flatMap(([, places = '']) => places.replaceAll('h', '').split(','));
  const bare = skeleton.replace(ADDED, '');
  const carbonyls = placesOf(bare, CARBONYL);
  const alone = bare.replace(HYDRO, '').replace(INDICATED, '').replace(RING, '');
  const substituted = placesOf(alone, SUBSTITUTED);
  const isUnderstood = (place: string): boolean => {
    if (carbonyls.includes(place)) return true;
    const atom = RINGS.get(ring)!.find(([at]) => at === place);
    if (atom === undefined) return false;
    const [, beside] = atom;
    if (beside === undefined) return carbonyls.length > 0;
    return substituted.includes(place) || carbonyls.some((carbonyl) => beside.includes(carbonyl));
  };
  const told = [
    ...new Set([INDICATED, ADDED, HYDRO].flatMap((expression) => placesOf(skeleton, expression))),
  ];
  const hydrogen = told.filter((place) => !isUnderstood(place)).toSorted();
  // Without a carbonyl group, hydrogen is added in pairs. An odd one is that of an azole, which is implied.
  if (carbonyls.length === 0 && told.length % 2 === 1) {
    const at = hydrogen.findIndex((place) => moves(ring, place));
    if (at >= 0) hydrogen.splice(at, 1);
  }
  const plain = atSurface(atSurface(atSurface(name, ADDED), HYDRO), INDICATED);
  return { name: withoutMoving(plain).replace(/, ?$/, ''), hydrogen: hydrogen.join() };
}

/** The name with each bracket as `#`, except those of fused rings and added hydrogen. */
function outermost(name: string): string {
  let form = name;
  for (let before = ''; before !== form;) {
    before = form;
    form = form.replace(/\([^()[\]]*\)|\[[^()[\]]*\]/g, (bracket) => {
      if (bracket.search(ADDED) === 0) return bracket.replace('(', '<').replace(')', '>');
      return FUSED.test(bracket) ? bracket.replace('[', '{').replace(']', '}') : '#';
    });
  }
  return form.replace(/[<{>}]/g, (each) => ({ '<': '(', '>': ')', '{': '[', '}': ']' })[each]!);
}

/** The name without the matches of an expression that are outside of brackets. */
function atSurface(name: string, expression: RegExp): string {
  return name.replace(expression, (whole: string, ...rest: unknown[]) => {
    const before = name.slice(0, rest.at(-2) as number);
    const depth = (before.match(/[([]/g)?.length ?? 0) - (before.match(/[)\]]/g)?.length ?? 0);
    return depth === 0 ? '' : whole;
  });
}
