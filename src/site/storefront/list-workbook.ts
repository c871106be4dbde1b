import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { workbook } from '../../exchange/index.js';
import { productAddress } from './layout.js';
import type { FoundLine } from './list-lines.js';
import { casNumberOf, nameOf } from './product-values.js';
import type { Texts } from './texts.js';

/** A list as a workbook: what was asked, what was found and how surely, a line each. */
export function listWorkbook(t: Texts, siteOrigin: string, lines: readonly FoundLine[]): Promise<Buffer> {
  const { bulk } = t;
  const texts = [bulk.asked, t.quantity, bulk.sureness, t.code, t.product, t.cas, t.formula];
  const columns = [
    { header: bulk.line, kind: 'number' },
    ...texts.map((header) => ({ header, kind: 'text' as const })),
    { header: t.weight, kind: 'number' },
    { header: t.stock, kind: 'text' },
    { header: bulk.page, kind: 'address' },
  ] as const;
  const rows = lines.map(({ text, quantity = null, outcome, product }, at) => [
    at + 1,
    text,
    quantity,
    bulk.outcome[outcome],
    ...(product
      ? [
          product.code,
          nameOf(product, t),
          casNumberOf(product),
          product.formula,
          product.mw,
          t.status[product.status],
          siteOrigin + productAddress(product.code, t),
        ]
      : []),
  ]);
  const json = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return buffer(workbook(Readable.from([json]), columns));
}
