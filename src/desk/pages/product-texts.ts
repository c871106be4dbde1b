import type { Texts } from './words.js';

/** The words of the pages of products. */
export const PRODUCT_TEXTS = {
  doubts: ['以下内容可疑，仍可保存：', 'Probably wrong; it can be saved nevertheless:'],
  findings: ['质量检查发现：', 'Found by the quality checks:'],
  of_structure: ['按结构填写：%{values}', 'Fill in from the structure: %{values}'],
  names: ['名称', 'Names'],
  chemistry: ['化学信息', 'Chemistry'],
  placing: ['归类', 'Classification'],
  structure: ['结构式', 'Structure'],
  meanings: ['名称所指结构', 'What the name means'],
  texts: ['文字说明', 'Descriptions'],
  translate_cn: ['翻译成中文', 'Translate to Chinese'],
  translate_en: ['翻译成英文', 'Translate to English'],
  from_catalogue: ['名称来自目录中的已有译名', 'Name found in the catalogue'],
  from_service: ['名称由翻译服务提供，请核对', 'Name proposed by the translation service: please check it'],
  untranslated: ['未找到译名', 'No translation found'],
  structure_hint: ['SMILES、molfile 或 InChI', 'SMILES, molfile or InChI'],
  draw: ['绘制结构', 'Draw the structure'],
  draw_title: ['绘制结构', 'Draw a structure'],
  save_next: ['保存并转到下一个', 'Save and next'],
  draw_loading: ['正在加载结构编辑器…', 'The structure editor is loading …'],
  draw_failed: [
    '无法加载编辑器，可直接输入结构。',
    'The editor could not be loaded. You can type the structure instead.',
  ],
  take: ['采用此结构', 'Use this structure'],
  drop_structure: ['将图片拖到此处，或点击选择', 'Drop an image here, or click to choose one'],
  export_csv: ['导出 CSV', 'Export as CSV'],
  export_xlsx: ['导出 Excel', 'Export as Excel'],
  engine_away: [
    '搜索引擎暂不可用：目前只能按名称片段、货号开头和完整同义词查找。',
    'The search engine is not available: only parts of names, beginnings of numbers and whole synonyms are found.',
  ],
  not_indexed: [
    '搜索引擎尚未收录最新改动：其中的产品目前只能按名称片段、货号开头和完整同义词查找。',
    'The search engine does not have the latest changes yet: changed products are found only by parts of names, beginnings of numbers and whole synonyms.',
  ],
  structures_left: [
    '未能检索或列出全部结构：实际相符的产品可能更多。',
    'Not all structures were checked or listed: more products may match.',
  ],
  view: ['在网站上查看', 'View on the site'],
  image_of: ['%{name} 的结构式', 'Structure of %{name}'],
} satisfies Texts;
