const SIGNS = String.raw`[-\u2010-\u2015\u2212－—_~…·ー\s/\\／|]+|\.{3,}|[#*]+|x{3,}|0+(?:-0+){2}|[?？¿]+|\\n|["'“”‘’()[\]{}（）【】<>]+|&nbsp;`;
const CHINESE = String.raw`[无無空缺略]|[没沒]有(?:数据)?|空[值白]|暂时[无没]有?|无(?:此项|相关数据|登记号)|不清楚|[暂暫尚] ?[无無缺](?:数据|信息|资料)?|[未不][知详明]|不适用|同[上前]|待(?:定|查|核|测|补充?|填写?|确认|更新|完善)|(?:暂未|尚未|未)(?:定|提供|收载|申请|分配|收录|登记|注明|标[注明]|列[明出]|公开|查到|测定)|[无無](?:数据|信息|资料|資料|记录)`;
const ENGLISH = String.raw`n ?[./\\] ?[ad]\.?|na\.?|null|nil|none(?: assigned)?|-?nan|tb[acd]|t\.b\.[acd]\.?|unk\.?|n\/av|n\/ap|ditto|〃|to be (?:determined|confirmed|announced|assigned)|pending|unknown|unspecified|undef(?:ined)?|unassigned|blank|empty|missing|no (?:data|value)|(?:none|not(?: yet)?) listed|not (?:available|applicable|known|(?:yet )?assigned|found|determined|specified|provided)`;
const OTHERS = String.raw`k\. ?a\.|keine(?: angaben?)?|nicht zutreffend|non applicable|sans objet|no aplica|n[ãa]o (?:se aplica|aplic[áa]vel)|ningun[oa]|brak(?: danych)?|nie dotyczy|неизвестно|не указано|б/н|미상|該当無し|未設定|entfällt|unbekannt|nicht (?:verfügbar|bekannt)|sin datos|no disponible|n[ãa]o disponível|néant|aucune?|non disponible|inconnue?|s/n|нет(?: данных)?|н/д|отсутствует|n\.v\.t\.|onbekend|nessuno|なし|無し|該当なし|없음|해당 ?(?:사항 ?)?없음|미정`;
/** Of CAS numbers: `no CAS`, 暂无CAS号, `CAS: N/A`. */
const OF_CAS = String.raw`(?:no|sin|sans|kein|[没沒]有|[暂暫]?[无無]) ?cas ?(?:(?:no|rn|number|nr)\.?#?|#|登[记录]号|号|號)?(?: available)?|nocas`;
const WORDS = new RegExp(
  `^[(（<[{]?(?:(?:cas ?(?:no\\.?|号)? ?[:：]? ?)?(?:${SIGNS}|${CHINESE}|${ENGLISH}|${OTHERS})|${OF_CAS})[)）>\\]}]?[.。,，;；]?$`,
  'i',
);
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
