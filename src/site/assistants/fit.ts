import { cutUnits } from '../../platform/index.js';

/** Characters of an answer at most, as JSON: what an assistant reads takes room from what it thinks with. */
export const ROOM = 12_000;

/** Texts that are of no use in part. */
// prettier-ignore
const WHOLE = new Set([
  'code', 'cas', 'url', 'structure_url', 'drawing_url', 'formula', 'smiles', 'inchikey',
]);
/** The same of values that stand under another name, as those of a comparison do: an address, a CAS number. */
const WHOLE_VALUE = /^(?:https?:\/\/\S+|\d[\d-]*)$/;

/**
 * The same answer, with its longest texts cut where it would not fit into {@link ROOM}; a cut text ends in `…`. Numbers,
 * addresses and the elements of arrays stay whole.
 */
export function cutTexts<T extends object>(answer: T): T {
  let json = JSON.stringify(answer);
  for (let length = 4_096; json.length > ROOM && length >= 1; length /= 2)
    json = JSON.stringify(answer, function (this: unknown, key, value: unknown) {
      const mayBeCut =
        typeof value === 'string' && !WHOLE.has(key) && !WHOLE_VALUE.test(value) && !Array.isArray(this);
      return mayBeCut && value.length > length ? `${cutUnits(value, length)}…` : value;
    });
  return JSON.parse(json) as T;
}

/** The beginning of a list that fits into {@link ROOM} together with what is `around` it. */
export function firstThatFit<T extends object | string>(list: T[], around: object): T[] {
  let room = ROOM - JSON.stringify(around).length;
  const end = list.findIndex((each) => {
    room -= JSON.stringify(each).length + 1;
    return room < 0;
  });
  return end < 0 ? list : list.slice(0, end);
}
