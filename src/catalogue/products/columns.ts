import { FIELDS, STOCK, STRUCTURES } from './fields.js';
import type { FieldName, FieldWords } from './fields.js';
import type { StructureKey } from '../../chemistry/structures/structure-key.js';

// What the columns of a file, and the keys of a product in a push, mean. Of a file alone the parts of a name are tried too.

/** What a column of a file, or a key of a product in one, is read as. */
export type ColumnMeaning = ReadColumn | ComputedColumn;

interface ReadColumn {
  field: FieldName | typeof STOCK.name | StructureKey;
  /** of several columns of a field that have a value, the one with the lowest is read */
  rank: number;
  /** holds some of a list, divided by semicolons or `|`; all such columns of the field are joined, and with them one of the whole list */
  isPart: boolean;
  isComputed: false;
}

/** The service sets this itself: the column is not read. */
interface ComputedColumn {
  field: string;
  isComputed: true;
}

/** What an export can have beside the fields (exchange/exports/columns.ts): addresses of pages and pictures. */
const EXPORTED = ['product_url', 'drawing_url', 'picture_url'];

/** The column that a file of rejected rows has beside those of the imported one. It is not read. */
export const REASON_COLUMN = 'rejected_because';

/** Longer names than any of a field's, UTF-16 units. */
const LONGEST = 100;

/** Characters of names of columns, as they are written in Taiwan and Hong Kong, and here. */
const TRADITIONAL = '貨號產編稱類別狀態庫備註說結構圖標籤數單規現價錄碼質鍵詞';
const SIMPLIFIED = '货号产编称类别状态库备注说结构图标签数单规现价录码质键词';
const simplified = new Map(Array.from(TRADITIONAL, (character, at) => [character, SIMPLIFIED[at]!]));

/**
 * Names are alike without regard to case, width, blanks, punctuation and the kind of Chinese characters: `CAS No.` and `CAS#` are
 * `cas_no`. A `#` before the first one is that of a comment.
 */
export const nameKey = (name: string): string =>
  (name.length > LONGEST ? '' : name)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\0-\x7f]/g, (character) => simplified.get(character) ?? character)
    .replaceAll(/(?<=.)#|^#$/g, 'no')
    .replaceAll(/[\s\p{P}\p{S}\p{Cf}]+/gu, '');

const COLUMNS = new Map<string, ColumnMeaning>(
  EXPORTED.map((field) => [nameKey(field), { field, isComputed: true }]),
);
type FieldNames = FieldWords & { name: ReadColumn['field'] };
/** The further names under which each field that can be pushed may head a column of a file. */
export const COLUMN_NAMES: [field: string, names: string[]][] = [];
const BESIDE = [STOCK, ...STRUCTURES].map((each) => ({ ...each, pushed: true as const }));
for (const field of [...FIELDS, ...BESIDE]) {
  const { name, title, label, aliases = [], headers = [], partHeaders: parts = [] }: FieldNames = field;
  if (field.pushed) COLUMN_NAMES.push([name, [...aliases, ...headers, ...parts]]);
  const shown = [label?.en, label?.cn, title.en, title.cn];
  for (const [rank, header] of [name, ...aliases, ...headers, ...shown, ...parts].entries()) {
    if (header === undefined || COLUMNS.has(nameKey(header))) continue;
    const column: ColumnMeaning = field.pushed
      ? { field: name, rank, isPart: parts.includes(header), isComputed: false }
      : { field: name, isComputed: true };
    COLUMNS.set(nameKey(header), column);
  }
}

/**
 * Keeps what names mean, as they are written: those of a push come again with each product. Names that mean nothing are not kept,
 * since cells and lines of lists, which are asked about as well, would soon fill the cache.
 */
function cached(find: (name: string) => ColumnMeaning | undefined): typeof find {
  const known = new Map<string, ColumnMeaning>();
  return (name) => {
    const column = known.get(name) ?? find(name);
    if (column && known.size < MOST_CACHED) known.set(name, column);
    return column;
  };
}
const MOST_CACHED = 1_000;

/** What a key of a pushed product is read as: a name of a column, but only as a whole. */
export const keyMeaning = cached((name) => COLUMNS.get(nameKey(name)));

/** What a column of a file with this name is read as; undefined where it means nothing here. */
export const columnMeaning = cached((name) =>
  name.length > LONGEST ? undefined : (keyMeaning(name) ?? guessed(name)),
);

/** What parts a name in two languages, or one with a note, the strongest first. */
const BETWEEN = [
  /[()（）[\]【】<>《》\r\n]+/u,
  /[/／|｜,，、:：;；]+|\s[-–—]\s/u,
  /(?<=\p{Script=Han})\s*(?=[a-z])|(?<=[a-z.#])\s*(?=\p{Script=Han})|(?<=\p{Script=Han})\s+(?=\p{Script=Han})/iu,
];
/** What stands beside a name and does not change what it means. */
const NOTE =
  /^(?:\*+|必填项?|必[须需]|选填|可选|非必填项?|可(?:为)?空|唯一|不可重复|文本(?:格式)?|数[字值]|单位.*|g\/mol|g[·. ]?mol-?1|da|daltons?|required|mandatory|pflichtfeld|obligat(?:oire|orio)|obrigatório|facultatif|opcional|必須|任意|필수|선택|请(?:输入|填写|选择).*|(?:系统)?自动生成|必须填写|可不填|(?:\d+[-~至])?\d+ ?个?(?:汉?字|字符)(?:以内|内|以下)?|多个用?|(?:please )?enter\b.*|.* must be unique|free text|optional|unique|text|numeric|if any|if available|如有|[没若]?[有无].*填.*|[瓶支盒件个袋]|pcs|units?|(?:最多|不超过|长度|示例|格式|分号|例[:：如]|如[:：]).*|用.*(?:分隔|隔开)|隔开|分隔|(?:e\.?g|example|max|separated)\b.*|中文?|chinese|cn|hill(?: (?:system|notation|order))?|n?varchar2?|char|string|int(?:eger)?|decimal|numeric|number|float|double|字符串?)$/iu;

/** Whether a text says of a column what it may hold, and names none: 必填, `required`, `g/mol`. */
export const isNoteOfColumn = (text: string): boolean => NOTE.test(text.trim());

/** The meaning on which the parts of a name agree, where each of them has one. It ranks behind names that are known. */
function guessed(name: string): ColumnMeaning | undefined {
  const [first, ...more] = meaningsOf(name, 0);
  if (!first || !more.every((other) => other?.field === first.field)) return undefined;
  return first.isComputed ? first : { ...first, rank: first.rank + GUESSED };
}
const GUESSED = 1_000;

function meaningsOf(part: string, level: number): (ColumnMeaning | undefined)[] {
  if (nameKey(part) === '' || isNoteOfColumn(part)) return [];
  const whole = keyMeaning(part);
  const between = BETWEEN[level];
  if (whole || !between) return [whole];
  return part.split(between).flatMap((each) => meaningsOf(each, level + 1));
}

/** Whether a column of this name is read: it is a field, and not one that the service sets itself. */
export const isRead = (name: string): boolean => columnMeaning(name)?.isComputed === false;

/** Fields that a spreadsheet may turn into another number, and so may be guarded. In other texts such marks are content. */
const GUARDED = new Set<string>(['code', 'cas', 'mw', 'stock']);

/** Whether cells of a column of this name in CSV may be guarded against that (`platform/values/guarded.ts`). */
export const isGuarded = (name: string): boolean => GUARDED.has(columnMeaning(name)?.field ?? '');

/** Whether a column of this name means nothing here. */
export const isUnknown = (name: string): boolean =>
  name !== REASON_COLUMN && columnMeaning(name) === undefined;
