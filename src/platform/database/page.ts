import type { Connection } from './connect.js';

/** A slice of rows or hits. */
export interface Page {
  offset: number;
  limit: number;
}

/** The slice that a page shows. @param page from 1 */
export const pageAt = (page: number, size: number): Page => ({ offset: (page - 1) * size, limit: size });

/**
 * A page of rows, and how many there are.
 * @param select the statement, given its LIMIT and OFFSET
 * @param from what is counted, from FROM on
 */
export async function pageWithTotal(
  db: Connection,
  select: (bounds: string) => string,
  from: string,
  values: readonly unknown[],
  { limit, offset }: Page,
): Promise<{ data: any[]; total: number }> {
  const bounds = `LIMIT $${values.length + 1} OFFSET $${values.length + 2}`;
  const [data, { total }] = await Promise.all([
    db.any(select(bounds), [...values, limit, offset]),
    db.one<{ total: number }>(`SELECT count(*) AS total ${from}`, values),
  ]);
  return { data, total };
}
