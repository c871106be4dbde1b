/** Stock statuses as ERPs and people write them. */

// "Out of stock" does not mean withdrawn: the product can still be ordered from its maker.
const WORDS = {
  in_stock: ['in stock', 'instock', 'available', '现货', '有货', '有现货', '有库存', '在库', '現貨', '有貨'],
  futures: ['futures', 'on order', 'available to order', 'lead time', 'backorder', 'back order', 'out of stock', '期货', '預訂', '预订', '缺货', '无货', '无库存', '期貨', '缺貨'],
  custom: ['custom', 'customized', 'custom synthesis', 'made to order', '定制', '定制合成', '定做', '訂製', '定製'],
  off: ['off', 'withdrawn', 'discontinued', '下架', '已下架', '停产', '停售', '停產'],
} as const; // prettier-ignore

type Status = keyof typeof WORDS;

const BY_WORD = new Map<string, Status>(
  (Object.keys(WORDS) as Status[]).flatMap((status) =>
    WORDS[status].map((word): [string, Status] => [word, status]),
  ),
);
const LONGEST = 40;

/** The status that a text names, in Chinese or English, in any case and width; undefined where it names none. */
export function statusOf(text: string): Status | undefined {
  if (text.length > LONGEST) return undefined;
  return BY_WORD.get(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
      .trim(),
  );
}
