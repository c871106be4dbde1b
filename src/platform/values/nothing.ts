const WORDS =
  /^(?:[-\u2010-\u2015\u2212－—_~…·ー\s/\\／|]+|\.{3,}|[#*]+|x{3,}|0+(?:-0+){2}|[?？¿]+|\\n|[(（<[{]?(?:na\.?|n ?[./] ?[ad]\.?|null|nil|none|nan|tb[acd]|unknown|undefined|blank|empty|missing|no (?:data|value|cas)|nocas|not (?:available|applicable|known|assigned|found)|k\. ?a\.|keine(?: angabe)?|entfällt|sin datos|néant|s\/n|нет|н\/д|[无無空缺]|[暂暫尚][无無缺](?:数据|信息|资料)?|未知|不详|不明|待定|待补充?|未(?:定|提供|分配|收录|登记)|不适用|[无無](?:数据|信息|资料|记录|cas ?号?)|未查到|空白|なし|無し|該当なし|없음|해당 ?(?:사항 ?)?없음|미정)[)）>\]}]?)$/i;
const SODIUM = /^\[?Na\]?$/;
const LONGEST = 20;

/**
 * Whether a text is what people and programs write where there is nothing: `-`, `无`, `NULL`, `N/A`, `TBD`. `Na` and `[Na]` are not
 * among it: that is sodium.
 */
export function saysNothing(text: string): boolean {
  if (text.length > LONGEST) return false;
  const word = text.trim();
  return !SODIUM.test(word) && WORDS.test(word);
}
