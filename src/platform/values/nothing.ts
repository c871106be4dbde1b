const WORDS =
  /^(?:[-\u2010-\u2015\u2212－—]+|[/\\／]+|[?？]+|\.{3,}|…+|[(（<[{]?(?:n[./]?a\.?|null|nil|none|nan|tb[acd]|unknown|undefined|blank|empty|not (?:available|applicable|known)|[无無空]|[暂暫][无無]|未知|不详|待定|待补充?|未定|不适用|无数据|空白|なし|無し|該当なし|없음|해당 ?없음|미정)[)）>\]}]?)$/i;
const LONGEST = 20;

/**
 * Whether a text is what people and programs write where there is nothing: `-`, `无`, `NULL`, `N/A`, `TBD`. `Na` is not among it:
 * that is sodium.
 */
export function saysNothing(text: string): boolean {
  if (text.length > LONGEST) return false;
  const word = text.trim();
  return word !== 'Na' && WORDS.test(word);
}
