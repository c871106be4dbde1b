import { z } from 'zod';
import { ok } from '../../platform/index.js';
import type { RouteDoc } from '../../platform/index.js';
import { CODE_OR_CAS_PARAM, CODE_PARAM } from '../products/docs.js';
import { STRUCTURE_KEYS } from '../products/fields.js';
import { relatedProduct } from '../products/schemas.js';
import { DIFFERENCES, STEREO_DIFFERENCES } from '../../chemistry/index.js';
import { MOST_FORMS } from './other-forms.js';

const MOLFILE = `
Actelion Java MolfileCreator 1.0

  2  1  0  0  0  0  0  0  0  0999 V2000
    0.0000   -0.0000   -0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0
    1.2124    0.7000   -0.0000 O   0  0  0  0  0  0  0  0  0  0  0  0
  1  2  1  0  0  0  0
M  END`;

/** A structure as answers give it. */
const structureSchema = z
  .object({
    smiles: z.string().nullable().meta({ description: 'Canonical SMILES (RDKit) · 规范 SMILES' }),
    inchikey: z
      .string()
      .nullable()
      .meta({ description: 'null where InChI knows no such structure · InChI 无法表示时为 null' }),
    molfile: z.string().nullable().meta({
      description:
        'As it was given, or drawn anew; null where that takes too long · 原样，或重新绘制；耗时过长时为 null',
    }),
    formula: z.string().meta({ description: 'Hill order, all parts together · Hill 次序' }),
    mw: z.number().meta({ description: 'Molecular weight, g/mol · 分子量' }),
    fragments: z.int().meta({ description: 'Parts that no bond connects · 不相连的部分数' }),
    stereo: z.enum(['none', 'defined', 'partial', 'undefined']).nullable().meta({
      description:
        'Whether its stereo centres and double bonds are given: all, some or none of them; `none` where there is none · 立体中心与双键是否标明',
    }),
    source: z.enum(STRUCTURE_KEYS).meta({ description: 'What it was given as · 来源格式' }),
  })
  .meta({ id: 'Structure' });

const example = {
  smiles: 'CO',
  inchikey: 'OKKJLVBELUTLKV-UHFFFAOYSA-N',
  molfile: MOLFILE,
  formula: 'CH4O',
  mw: 32.042,
  fragments: 1,
  stereo: 'none',
  source: 'smiles',
};

export const structureDoc: RouteDoc = {
  id: 'getStructure',
  tag: 'Structures',
  summary: 'The structure of a product · 产品的结构',
  description: `404 where the product has none. · 产品没有结构时为 404。`,
  params: CODE_OR_CAS_PARAM,
  answers: ok('The structure · 结构', { data: structureSchema }, { 'Methanol · 甲醇': { data: example } }),
  problems: [404],
};

const formSchema = relatedProduct
  .extend({
    formula: z.string().nullable(),
    differs_in: z.array(z.enum(DIFFERENCES)).meta({
      description:
        '`stereo`; `isotopes`: other labels, or none; `salt`: another salt, hydrate, solvate or ion. Empty: the same structure · 差异：立体、同位素、盐型（含水合物、溶剂合物）；为空即同一结构',
    }),
    stereo: z.enum(STEREO_DIFFERENCES).nullable().meta({
      description:
        'How its stereo differs: the mirror image; another stereoisomer; not, or not wholly, given (a racemate, a mixture, or not known); given where that of the product is not; not known. null where it is the same · 立体差异：对映体、非对映体、未（全）标明（如外消旋体）、更明确、未知；相同为 null',
    }),
  })
  .meta({ id: 'OtherForm' });

export const formsDoc: RouteDoc = {
  id: 'getOtherForms',
  tag: 'Structures',
  summary: 'Other forms of the substance · 同一物质的其他形式',
  description: `Stereoisomers, labelled forms, salts, hydrates and solvates of what the product is, and other products of the same structure. They are found by structure, not by name: the largest part of both has the same atoms bonded in the same way. Those that differ least come first, ${MOST_FORMS} at most; where there are more, \`truncated\` says so. None of them stands for the product: \`differs_in\` says why. What was pushed a moment ago may still be missing. 404 where the product has no structure.

同一物质的立体异构体、同位素标记物、盐、水合物与溶剂合物，以及结构相同的其他产品；按结构而非名称查找。差异最小者在前，至多 ${MOST_FORMS} 个；若有更多，以 \`truncated\` 标明。它们均不能代替该产品，原因见 \`differs_in\`。刚推送的结构可能尚未列出。产品没有结构时为 404。`,
  params: CODE_OR_CAS_PARAM,
  answers: ok(
    'Its other forms · 其他形式',
    {
      data: z.array(formSchema),
      truncated: z.literal(true).optional().meta({ description: 'There are more · 还有更多' }),
    },
    {
      'A salt · 盐': {
        data: [
          {
            code: 'PDS-000103',
            name_cn: '阿司匹林钠',
            name_en: 'Aspirin sodium',
            cas: '493-53-8',
            formula: 'C9H7NaO4',
            status: 'futures',
            in_stock: false,
            structure_url: null,
            differs_in: ['salt'],
            stereo: null,
          },
        ],
      },
    },
  ),
  problems: [404],
};

export const pictureDoc: RouteDoc = {
  id: 'drawStructure',
  tag: 'Structures',
  summary: 'A picture of the structure · 结构图',
  description: `Drawn from the structure, as SVG, or as WebP with \`w\`. It has no background, but with \`ground\`. Not counted by the limits of reads; what is drawn anew has a limit of its own, 600 a minute. 404 where the product has no structure.

由结构绘制的 SVG；带 \`w\` 时为 WebP。无背景（可用 \`ground\` 指定），不计入读取限额；需重新绘制者每分钟至多 600 次。产品没有结构时为 404。`,
  params: CODE_OR_CAS_PARAM,
  answers: {
    200: {
      description: 'The picture · 图片',
      type: ['image/svg+xml', 'image/webp'],
      headers: { 'Cache-Control': 'How long it may be kept · 缓存时间' },
    },
    304: { description: 'Unchanged since the ETag in If-None-Match · 自该 ETag 以来未变' },
  },
  problems: [404, 429, 503],
};

const written = z.object({
  ok: z.literal(true),
  code: z.string(),
  changed: z
    .boolean()
    .meta({ description: 'false where the product had this structure already · 是否有变化' }),
});

export const putStructureDoc: RouteDoc = {
  id: 'putStructure',
  tag: 'Structures',
  summary: 'Give a product its structure · 设定产品的结构',
  description: `Exactly one of \`smiles\`, \`molfile\` (V2000 or V3000) and \`inchi\`: at most 10,240 bytes (a molfile 65,536), and 300 atoms that are not hydrogen. An InChI is a standard one (\`InChI=1S/\`). What cannot be read is a 400 that names it. A push takes the same keys beside the fields of a product; there it is a warning, and the structure is not stored.

\`smiles\`、\`molfile\`（V2000 或 V3000）、\`inchi\` 三者择一：至多 10,240 字节（molfile 为 65,536）、300 个非氢原子；InChI 须为标准型（\`InChI=1S/\`）。无法识别时为 400 并指明字段。推送产品时亦可携带这些键；届时无法识别仅为警告，结构不予保存。`,
  params: CODE_PARAM,
  answers: {
    200: {
      description: 'It has this structure · 已设定',
      schema: written,
      examples: { 'Another one · 有变化': { ok: true, code: 'PDS-001859', changed: true } },
    },
  },
  examples: {
    English: { smiles: 'CC(=O)Oc1ccccc1C(=O)O' },
    中文: { smiles: 'CO' },
  },
  problems: [404],
  guarded: true,
  searchable: true,
};

export const deleteStructureDoc: RouteDoc = {
  id: 'deleteStructure',
  tag: 'Structures',
  summary: 'Remove the structure of a product · 删除产品的结构',
  params: CODE_PARAM,
  answers: {
    200: {
      description: 'It has none any more · 已删除',
      schema: written,
      examples: { 'Removed · 已删除': { ok: true, code: 'PDS-001859', changed: true } },
    },
  },
  problems: [404],
  guarded: true,
  searchable: true,
};
