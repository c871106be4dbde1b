import { createHash } from 'node:crypto';
import { blankProduct } from '../src/catalogue/index.js';
import type { StoredProduct } from '../src/catalogue/index.js';
import type { DocumentSource } from './documents.js';
import { keysOf } from './keys.js';

const PLAIN: StoredProduct = {
  ...blankProduct('A-1', 'sync'),
  id: 1,
  version: '1',
  aliases: [],
  series_size: 0,
  inquiries: 0,
  name_cn: '阿司匹林',
  category: '标准品',
  status: 'in_stock',
  in_stock: true,
  updated_at: '2025-01-01T00:00:00.000Z',
};

/** Products that together pass through every way in which a document is made. */
const GOLDEN: readonly StoredProduct[] = [
  PLAIN,
  {
    ...PLAIN,
    code: 'B/２-β',
    name_cn: '盐酸左氧氟沙星（水合物）',
    name_en: '(S)-Levofloxacin Hydrochloride Hemihydrate',
    synonyms: 'levofloxacin HCl;左氟沙星;α-oxo-9-fluoro;±-ofloxacin;NAD+',
    cas: '177325-13-2',
    formula: 'C18H20FN3O4·HCl·½H2O',
    mw: 406.8,
    series: '左氧氟沙星;Levofloxacin',
    status: 'futures',
    in_stock: false,
    structure_url: '/media/1',
    description: '说明',
    ai_summary: '摘要',
    description_en: 'description',
    ai_summary_en: 'summary',
    tags: 'HPLC;EP;含量测定',
    aliases: [
      { text: '可乐必妥', lang: 'zh' },
      { text: 'Ofloxacin EP impurity A', lang: 'en' },
      { text: 'Tavanic 500 Hydrochlorid-Säure', lang: 'de' },
      { text: 'EC 600-146-0', lang: null },
      { text: 'RIX4E89Y14', lang: null },
    ],
  },
  {
    ...PLAIN,
    code: 'PDS-004834',
    name_cn: '对乙酰氨基酚杂质K',
    name_en: 'Paracetamol EP Impurity K',
    synonyms:
      '4-aminophenol;Acetaminophen related compound K;p-aminophenol-d4;aminophenol;1,2,4-trioxolane;2-chloro-2-phenylethanol;1-(o-tolyl)urea;(3-cyano-4-methylphenyl)amine',
    cas: '123-30-8',
    formula: 'C6H7NO',
    series: '对乙酰氨基酚',
    status: 'custom',
    in_stock: false,
    tags: 'USP',
  },
  {
    ...PLAIN,
    code: 'D4',
    name_cn: 'N-亚硝基二甲胺-d6',
    name_en: "N-Nitrosodimethylamine-d6, 2,2'-bis",
    synonyms:
      '2-Propanol, 1-[(1-methylethyl)amino]-3-(1-naphthalenyloxy)-, (+)-;dimethyl 4-(2-azanylphenyl)benzoate;1-ethylsulfanyl-4-methylbenzene;chloroheptafluoropropane;ethyl isopropyl methylphosphonate;7-chloro-1,3-dihydro-5-phenyl-2H-1,4-benzodiazepin-2-one',
    status: 'off',
  },
  {
    ...PLAIN,
    code: 'D5',
    name_cn: '赖氨酸单盐酸盐',
    name_en: 'Amlodipine Impurity D Maleate',
    synonyms: `6"-O-acetylgenistin;2-amino-2-methyl-1,3-propanediol;magnesium sulfate heptahydrate;aniline salt;acesulfame-K;EDTA 4Na;盐酸lysine;sodium salt of diclofenac;trans-1,2-dichloroethylene;Na2HPO4·12H2O`,
  },
];

/**
 * Names the form of an index: a hash of its settings and of documents that are made of fixed products. Any change of
 * either gives another form, and an index of another form is rebuilt.
 */
export function hashOfForm(settings: object, documentOf: DocumentSource['documentOf']): string {
  return createHash('sha256')
    .update(JSON.stringify([settings, GOLDEN.map(documentOf)]))
    .digest('hex');
}

let form: string | undefined;
/** Names what the keys of products are made by: a hash of those of the same products. */
export const formOfKeys = (): string =>
  (form ??= createHash('sha256')
    .update(JSON.stringify(GOLDEN.map(keysOf)))
    .digest('hex'));
