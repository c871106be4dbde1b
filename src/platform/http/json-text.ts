/**
 * The members of two objects in one, as text: rows come from Postgres as JSON, and are not read only to be written again.
 * @param first JSON of an object, or the end of one
 * @param second JSON of an object
 */
export function joinObjects(first: string, second: string): string {
  if (second === '{}') return first;
  return first === '{}' ? second : `${first.slice(0, -1)},${second.slice(1)}`;
}

/** What a list answers. @param rows JSON of each @param around the fields behind them */
export const listJson = (rows: readonly string[], around: object): string =>
  joinObjects(`{"ok":true,"data":[${rows.join(',')}]}`, JSON.stringify(around));
