import { vocabulary } from './vocabulary.js';

const simplified = new Map(
  vocabulary('traditional').flatMap(([traditional, simple]) =>
    Array.from(traditional!, (character, at): [string, string] => [character, simple![at]!]),
  ),
);
const ONE_OF_TRADITIONAL = new RegExp(`[${[...simplified.keys()].join('')}]`, 'gu');

/** The text in simplified characters. Its length stays the same. */
export function simplify(text: string): string {
  return text.replace(ONE_OF_TRADITIONAL, (character) => simplified.get(character)!);
}
