import type { Way } from '../../search/structure/find-modes.js';
import type { Language } from './texts.js';

const zh = {
  explain:
    '绘制结构，或输入 SMILES、InChI、molfile；也可输入名称、CAS 号、货号、InChIKey 或结构图文件名，将采用该产品的结构。molfile 文件可直接拖入或粘贴。',
  label: '结构或名称',
  hint: '例如 CC(=O)Oc1ccccc1C(=O)O、阿司匹林、50-78-2',
  draw: '绘制结构',
  wayLabel: '检索方式',
  way: {
    exact: '完全相同',
    'stereo-blind': '忽略立体构型',
    tautomer: '互变异构体',
    substructure: '子结构',
    similarity: '相似',
    smarts: '模式（SMARTS）',
  },
  threshold: '最低相似度',
  examples: '试试',
  example: {
    exact: '阿司匹林',
    'stereo-blind': '丙氨酸',
    tautomer: '2-羟基吡啶',
    substructure: '吲哚',
    similarity: '咖啡因',
    smarts: '伯酰胺',
  },
  noneSame: '没有结构完全相同的产品，以下为其他结构：',
  part: (count: string) => `未能在限定时间内检索全部结构（余 ${count} 个）。`,
  searchOn: '继续检索',
  match: {
    exact: '结构相同',
    'stereo-blind': '仅立体构型不同',
    tautomer: '互变异构体',
    substructure: '含此结构',
    similarity: '相似',
  },
  similarity: (percent: string) => `相似度 ${percent}`,
  refused: {
    unreadable:
      '无法识别此结构，也没有带结构的产品以此为名。可输入 SMILES、InChI、molfile，或产品的名称、CAS 号、货号、InChIKey、结构图文件名。',
    open_structure:
      '结构中的 * 没有元素，或以缩写（如 OMe）代替原子。若指任意原子，请用 SMARTS 检索；缩写请展开。',
    too_large: '结构过大：至多 300 个重原子。',
    too_long: '内容过长。',
    too_complex: '结构过于复杂。',
    loading: '结构库正在载入，请稍候。',
    away: '暂时无法检索，请稍后再试。',
  },
  /** whose structure was taken, before its name */
  taken: '采用以下产品的结构：',
  /** an InChI that no product has was read */
  read: '由 InChI 读出的结构：',
  /** a name of several substances, before their links */
  several: '此输入可能指不止一种物质，请选择：',
  /** a dropped file holds several structures */
  first: '文件含多个结构，仅读取第一个。',
};

const en: typeof zh = {
  explain:
    'Draw a structure, or enter SMILES, InChI or a molfile. A name, CAS number, product number, InChIKey or the file name of a picture takes the structure of that product. Molfiles can be dropped or pasted as files.',
  label: 'Structure or name',
  hint: 'For example CC(=O)Oc1ccccc1C(=O)O, aspirin, 50-78-2',
  draw: 'Draw the structure',
  wayLabel: 'Search for',
  way: {
    exact: 'exactly this structure',
    'stereo-blind': 'this structure, any stereochemistry',
    tautomer: 'this structure and its tautomers',
    substructure: 'structures containing it',
    similarity: 'similar structures',
    smarts: 'a pattern (SMARTS)',
  },
  threshold: 'Minimum similarity',
  examples: 'Try',
  example: {
    exact: 'aspirin',
    'stereo-blind': 'alanine',
    tautomer: '2-hydroxypyridine',
    substructure: 'indole',
    similarity: 'caffeine',
    smarts: 'primary amides',
  },
  noneSame: 'No product has exactly this structure. Other matches:',
  part: (count) => `The search ran out of time before all structures were checked (${count} left).`,
  searchOn: 'Search on',
  match: {
    exact: 'same structure',
    'stereo-blind': 'other stereochemistry',
    tautomer: 'tautomer',
    substructure: 'contains this structure',
    similarity: 'similar',
  },
  similarity: (percent) => `similarity ${percent}`,
  refused: {
    unreadable:
      'This is not a readable structure, nor does it name a product that has one. You can enter SMILES, InChI or a molfile, or the name, CAS number, product number, InChIKey or picture file name of a product.',
    open_structure:
      'A * in this structure has no element, or a label such as OMe stands for atoms. To find any atom there, search by SMARTS; expand labels.',
    too_large: 'The structure is too large: 300 heavy atoms at most.',
    too_long: 'This is too long. Please shorten it.',
    too_complex: 'This structure is too complex to search for.',
    loading: 'The structures are still loading. Please wait a moment.',
    away: 'Search is not available at the moment. Please try again later.',
  },
  taken: 'Using the structure of this product:',
  read: 'Structure read from the InChI:',
  several: 'This may mean more than one substance. Please choose:',
  first: 'The file holds several structures; only the first was read.',
};

/** The texts of the page of structures, beside those of all pages. */
export const STRUCTURE_TEXTS: Record<Language, typeof zh> = { zh, en };

/** An example for each way. */
export const EXAMPLES: Record<Way, string> = {
  exact: 'CC(=O)Oc1ccccc1C(=O)O',
  'stereo-blind': 'C[C@H](N)C(=O)O',
  tautomer: 'Oc1ccccn1',
  substructure: 'c1ccc2[nH]ccc2c1',
  similarity: 'Cn1c(=O)c2c(ncn2C)n(C)c1=O',
  smarts: '[NX3;H2][CX3]=[OX1]',
};
