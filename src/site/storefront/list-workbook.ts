import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { workbook } from '../../exchange/index.js';
import type { FoundLine } from './list-lines.js';
import { casNumberOf, nameOf } from './product-values.js';
import { BULK_TEXTS } from './texts.js';
import type { Language } from './texts.js';

/** A list as a workbook: what was asked, what was found and how surely, a line each. */
export function listWorkbook(
  lang: Language,
  siteOrigin: string,
  lines: readonly FoundLine[],
): Promise<Buffer> {
  const t = BULK_TEXTS[lang];
  const columns = [
    { header: t.line, kind: 'number' },
    ...[t.asked, t.quantity, t.sureness, t.code, t.product, t.cas, t.formula].map((header) => ({
      header,
      kind: 'text' as const,
    })),
    { header: t.weight, kind: 'number' },
    { header: t.stock, kind: 'text' },
    { header: t.page, kind: 'address' },
  ] as const;
  const rows = lines.map(({ text, quantity = null, outcome, product }, at) => [
    at + 1,
    text,
    quantity,
    t.outcome[outcome],
    ...(product
      ? [
          product.code,
          nameOf(product, lang),
          casNumberOf(product),
          product.formula,
          product.mw,
          t.status[product.status],
          `${siteOrigin}/products/${encodeURIComponent(product.code)}?lang=${lang}`,
        ]
      : []),
  ]);
  const json = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return buffer(workbook(Readable.from([json]), columns));
}
