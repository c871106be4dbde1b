import { columnMeaning } from '../../catalogue/index.js';
import { compact } from '../../chemistry/index.js';

/** Words in headings of lists that are no names of columns of files. */
const WORDS = new Set(
  (
    'product products names chemical chinese registry inchikey no nr rn qty quantity amount unit units size pack packing package spec specification purity ' +
    'grade price unitprice molecular weight mf remark remarks notes note comment brand supplier line row index stock synonyms ' +
    '序号 行号 产品 登录号 货号 编号 数量 单位 规格 包装 纯度 含量 价格 单价 报价 金额 结构式 品牌 厂家 英文品名 化合物'
  ).split(' '),
);
/** These may be names as well: nitric oxide (NO), iodine (I). */
const ALONE = new Set(['no', 'in', 'i', 'mf']);

/** Whether a line is a heading that names columns. */
export function isHeading(line: string): boolean {
  const words = line.split(/[\s,;:：，|/()（）]+/).filter((word) => compact(word) !== '');
  const isWord = (word: string): boolean => WORDS.has(compact(word)) || columnMeaning(word) !== undefined;
  return words.every(isWord) && !words.every((word) => ALONE.has(compact(word)));
}
