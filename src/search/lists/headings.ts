import { FIELDS, STOCK, STRUCTURES } from '../../catalogue/index.js';
import { compact } from '../../chemistry/index.js';

/** Words in headings of lists that are not names of fields. */
const WORDS =
  'product products name names chemical compound substance english chinese cas no nr number rn registry code sku item ' +
  'catalog catalogue cat qty quantity amount unit units size pack packing package spec specification purity grade price ' +
  'unitprice formula molecular weight mw mf remark remarks note notes comment description brand supplier line row index ' +
  'structure inchikey status stock synonym synonyms 序号 行号 品名 名称 产品 产品名称 化学名 化学名称 化合物 中文名 中文名称 中文品名 英文名 ' +
  '英文名称 英文品名 通用名 cas号 cas编号 cas登记号 登录号 货号 编号 产品编号 产品货号 目录号 商品编号 数量 单位 规格 包装 纯度 含量 价格 ' +
  '单价 报价 金额 备注 说明 分子式 分子量 结构式 品牌 厂家 库存 状态 别名';

const HEADINGS = new Set([
  ...WORDS.split(' '),
  ...[...FIELDS, STOCK, ...STRUCTURES]
    .flatMap(({ name, ...more }) => [name, ...(('aliases' in more && more.aliases) || [])])
    .map(compact),
]);
/** These may be names as well: nitric oxide (NO), iodine (I). */
const ALONE = new Set(['no', 'in', 'i', 'mf']);

/** Whether a line is a heading that names columns. */
export function isHeading(line: string): boolean {
  const words = line
    .split(/[\s,;:：，|/()（）]+/)
    .map(compact)
    .filter(Boolean);
  return words.every((word) => HEADINGS.has(word)) && !words.every((word) => ALONE.has(word));
}
