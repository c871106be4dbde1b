import { vocabulary } from './vocabulary.js';

/** The CAS numbers that abbreviations stand for. */
const meanings = new Map(
  vocabulary('abbreviations').map(([short, cas]): [string, string[]] => [short!, cas!.split(' ')]),
);

/**
 * Abbreviations that remain one with their first letter set apart: o-DCB is ODCB. For all others that letter is a
 * locant or a stereo sign: p-CP is not PCP.
 */
const APART = new Set('ldopa mcpba odcb opd paba phba pnp ptsa ptsoh'.split(' '));

/**
 * The CAS numbers that an abbreviation stands for; none if it is unknown.
 * @param key in compact form
 * @param typed as it was typed
 */
export function abbreviated(key: string, typed = key): readonly string[] {
  if (/^[ompdl]-/i.test(typed) && !APART.has(key)) return [];
  return meanings.get(typed) ?? meanings.get(key) ?? [];
}

/** The CAS numbers of all abbreviations that begin with a compact text. */
export function abbreviationsFrom(beginning: string): string[] {
  return [...meanings].flatMap(([short, cas]) => (short.startsWith(beginning) ? cas : []));
}
