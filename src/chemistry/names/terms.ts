/**
 * The words of systematic names, and the rules that bring older terms, contractions and other word orders into one.
 */

const RING =
  'naphthalen|pyridin|pyrimidin|pyrazin|pyridazin|furan|thiophen|imidazol|pyrazol|pyrrol|pyrrolidin|indol|quinolin|' +
  'isoquinolin|piperidin|piperazin|morpholin|thiazol|oxazol|isothiazol|isoxazol|triazol|tetrazol|purin|pyran|benzen';
const CHAIN =
  '(?:cyclo)?(?:meth|eth|prop|but|pent|hex|hept|oct|non|dec|undec|dodec)(?:an|en|yn)(?:e(?=d|tr|s|c|n))?';
const SUFFIX =
  '(?:di|tri)?(?:ol|one?|amine|thiol|carboxylic acid|carboxylate|carboxamide|carboxaldehyde|carbaldehyde|carbonitrile|' +
  'sulfonic acid|sulfonate|sulfonamide|oic acid|oate|amide|al|nitrile)';
const METAL = 'sodium|potassium|lithium|calcium|magnesium|barium|zinc|copper|silver|ammonium|aluminum';

export const ALKYL =
  '(?:meth|eth|prop|isoprop|but|isobut|secbut|tertbut|pent|hex|hept|oct|non|(?:un|do|tri|tetra|penta|hexa|octa)?dec|' +
  'cycloprop|cyclobut|cyclopent|cyclohex)yl(?!ene|idene)';
/** Groups with a place on a benzene ring: those that can carry other groups, and the rest. */
export const CARRIER_ON_RING = `${ALKYL}|phenyl|benzyl|benzoyl|acetyl|vinyl|allyl|phenoxy|(?:meth|eth|prop|isoprop|but)oxy|amino|oxy|mercapto`;
export const OTHER_ON_RING = 'formyl|chloro|bromo|fluoro|iodo|hydroxy|nitroso|nitro|cyano|carboxy';
/** Groups that can carry others: what stands directly in front is part of them, as in (aminomethyl). */
export const CARRIER = `${CARRIER_ON_RING}|methylidene|ethylidene|phenethyl|imino|sulfinyl|sulfonyl|silyl|ureido|ester`;
/** Groups that are parts by themselves. */
export const GROUP =
  `${CARRIER}|chloroform|bromoform|iodoform|nitroform|${OTHER_ON_RING}|thioxo|oxo(?!l)|` +
  `hydro(?!gen)|benzene|hydrochloride|hydrobromide|${METAL}`;

/** Where a group carries nothing: with something on it, its two names count its places from different ends. */
const BARE = '(?:(?<![a-z]{2}-?|[)\\]]-?)|(?<=(?<![a-z])(?:di|tri|tetra)))';

/** Older terms, contractions and other word orders. Each rule applies to the result of those above it. */
const RULES: [RegExp, string][] = (
  [
    ['\\$l\\^\\{[456]\\}', ''], // the valency of sulfur or phosphorus; lower ones stay, as they make a radical
    ['[ ,(]*[>≥]?\\d+(?:\\.\\d+)?\\+?%\\)?$|[ ,]+$', ''], // a grade
    // IUPAC's substitutive words for simple groups
    ['(?<!di|tri)azanyl(?!id)', 'amino'], ['(?<!di|tri)oxidanyl(?!id)', 'hydroxy'], ['(chlor|brom|fluor|iod)anyl', '$1o'],
    ['oxidanylidene', 'oxo'], ['azanylidene', 'imino'], ['sulfanylidene', 'thioxo'], ['(?<!di|tri)sulfanyl', 'mercapto'], ['ylthio(?=[-)\\]])', 'ylmercapto'],
    [`bis\\((${GROUP})\\)`, 'di$1'], [`tris\\((${GROUP})\\)`, 'tri$1'], [`tetrakis\\((${GROUP})\\)`, 'tetra$1'],
    ['methano(ic|ate|yl)', 'form$1'], ['ethano(ic|ate|yl)', 'acet$1'], ['ethanamid', 'acetamid'], ['ethanenitrile', 'acetonitrile'],
    ['propion(ic|ate|yl|amid)', 'propano$1'], ['propanoamid', 'propanamid'], ['butyr(ic|ate|yl)', 'butano$1'], ['valer(ic|ate|yl)', 'pentano$1'],
    ['butanedio(?=ic|ate|yl)', 'succin'], ['propanedio(?=ic|ate|yl)', 'malon'], ['ethanedio(?=ic|ate|yl)', 'oxal'],
    // branched chains
    [`(?:${BARE}(?:2-methylpropan-2-yl|1,1-dimethylethyl)|t-butyl|tert\\.?[- ]?butyl)(?!id|en)`, 'tertbutyl'],
    [`(?:${BARE}(?:propan-2-yl|1-methylethyl)|i-propyl|iso-propyl)(?!id|en)`, 'isopropyl'], ['(?:2-methylpropyl|i-butyl)(?!id|en)', 'isobutyl'],
    [`(?:${BARE}(?:butan-2-yl|1-methylpropyl)|sec-butyl)(?!id|en)`, 'secbutyl'],
    ['1-methylethoxy|isopropyloxy', 'isopropoxy'], ['(meth|eth|prop|but)yloxy', '$1oxy'],
    ['(cyclo(?:prop|but|pent|hex))anyl', '$1yl'], ['methylene', 'methylidene'], ['(?<=(?:chlor|brom|fluor|iod)o)ethylene(?=$|,)', 'ethene'], ['ethenyl', 'vinyl'], ['2-propen(?:-1-)?yl|prop-2-en(?:-1-)?yl', 'allyl'], ['(?<=\\()phenylmethyl(?=\\))|(?<![a-z])phenylmethyl(?= ester| [^ ]*ate$)', 'benzyl'], [`${BARE}2-phenylethyl`, 'phenethyl'], ['(?<=[([]|^)\\(((?!n-)[^()]*[a-z](?<!di|tri|tetra|bi|ter)-?)phenyl\\)methyl(?=[)\\]]| (?:ester|alcohol|(?:brom|chlor|iod|cyan)ide$|[^ ]*ate$))', '$1benzyl'],
    ['\\b(o|m|p)(?:rtho|eta|ara)-', '$1-'],
    // rings: the locant stands before the ending, and names of benzene's derivatives are taken apart
    ['naphth(?=yl|o)', 'naphthalen'], ['pyrid(?=yl)', 'pyridin'], ['fur(?=yl)', 'furan'], ['thien(?=yl)', 'thiophen'],
    ['1,2-oxazol', 'isoxazol'], ['1,2-thiazol', 'isothiazol'], ['1,3-(ox|thi)azol', '$1azol'], ['1-benzopyran', 'chromen'],
    ['pyrrolidone', 'pyrrolidinone'],
    [`(\\d+(?:,\\d+)*)-(${RING})e?yl`, '($2-$1-yl)'], [`(?<=yl|oxy|oro|omo|ino|tro)(?=(?:${RING})-\\d+-yl)`, '-'], ['(?<![a-z])([a-z]+-\\d+-yl)(?!id|en)', '($1)'], [`(?<![a-z])(\\d+(?:,\\d+)*)-((?:${RING}|${CHAIN})e?)(?=${SUFFIX})`, '$2-$1-'],
    // groups on a ring within brackets, and parents of one ring
    ...(['o', 'm', 'p'] as const).flatMap((place, at): [string, string][] => [
      [`(?<![a-z\\d'])${place}-tolyl`, `${at + 2}-methylphenyl`],
      [`(?<=[([])${place}-(?=[a-z]+(?:phenyl|benzyl|phenoxy|benzoyl|anilino)(?:[)\\]]|[a-z]*[)\\]]))`, `${at + 2}-`],
    ]),
    ['benzenecar(?:box)?aldehyde', 'benzaldehyde'], ['^1-hydroxy-(?=.*\\d-)(.*[a-z)\\]])-?benzene$', '$1phenol'], ['^\\(([^()]*\\d-[^()]*[a-z])phenyl\\)amine$', '$1aniline'],
    [`(?<=\\d-(?:${OTHER_ON_RING}|methyl|ethyl|methoxy|ethoxy|amino)-?)phenylamine$`, 'aniline'],
    // functional classes
    ['(?<=[)\\]-]|\\d-[a-z]{3,}(?:yl|oxy|oro|omo|ino))(?<!(?:iso|sec|tert)-?)(meth|eth|prop|but|pent|hex)yl alcohol$', '$1anol'], ['(?<=[)\\]]|\\d-)(meth|eth|prop|but)ylamine$', '$1anamine'],
    ['^methyl ((?:\\d[\\d,]*-[a-z-]+)+phenyl) ketone$', '1-($1)ethanone'], ['ethan-1-(one|amine|ol)$', 'ethan$1'], ["^(\\d)'-([a-z]+)acetophenone$", '1-($1-$2phenyl)ethanone'],
    ['carbohydrazide', 'carboxylic acid hydrazide'], ['benzenamine', 'aniline'], ['benzenecarboxylic acid', 'benzoic acid'], ['benzeneacetic', 'phenylacetic'], ['benzenol', 'phenol'],
    // salts and esters
    ['hydrogen(?=[a-z])', 'hydrogen '], ['(sodium|potassium|lithium|silver|ammonium)\\(1\\+\\)|(calcium|magnesium|barium|zinc)\\((?:2\\+|ii)\\)', '$1$2'],
    [`^([^ ]+ate) ((?:di|tri)?(?:${METAL}))$`, '$2 $1'],
    [`^((?:mono|di|tri)?(?:${METAL})(?: hydrogen)?) (.*(?<!hydr))ate(?=,? [a-z]*hydrate$|$)`, '$2ic acid $1'], ['^([^ ]*yl\\)?) ([^ ]*yl\\)?) ([^ ]*yl\\)?) ([^ ]*)ate$', '$4ic acid $1 ester $2 ester $3 ester'],
    ['^([^ ]*yl\\)?) ([^ ]*yl\\)?) ([^ ]*)ate$', '$3ic acid $1 ester $2 ester'], ['^([^ ]*yl\\)?) (.*)ate$', '$2ic acid $1 ester'],
    ['^([^ ]*yl\\)?) ([^ ]*)ite$', '$2ous acid $1 ester'], ['acid,? ([^ ]*yl\\)?) ([^ ]*yl\\)?) ester', 'acid $1 ester $2 ester'], ['acid(?=[a-z])|acid-(?=[a-z]+ ester)', 'acid '], ['(yl\\)?) ester\\b', '$1ester'],
    ['sulfous acid', 'sulfurous acid'], ['phosphous acid', 'phosphorous acid'], ['sulfic acid', 'sulfuric acid'], ['phosphic acid', 'phosphoric acid'],
    ['\\bbi(sulf|carbon|phthal)', 'hydrogen $1'], [`hydro(?=${METAL})`, ' hydrogen '], ['\\bmono(?=(?:chlor|brom|fluor|iod|nitr)o)', ''], ['\\bmono(?=hydr(?:ate|ochloride|obromide|oiodide)\\b|[a-z]+yl ether\\b)', ''], ['\\bsalt\\b', ''],
    ['anilino', 'phenylamino'], ['acetamido', 'acetylamino'], ['benzamido', 'benzoylamino'], ['acetanilide', '-acetylaminobenzene'],
    ['xylen(?=e|ol)', '-dimethyl-benzen'], ['cresol', '-methyl-hydroxybenzene'], ['toluidine', '-methyl-aminobenzene'], ['anisidine', '-methoxy-aminobenzene'],
    ['trifluorotoluene|benzotrifluoride', '-(trifluoromethyl)benzene'], ['toluene', '-methyl-benzene'], ['thiophenol', '-mercaptobenzene'], ['phenol', '-hydroxybenzene'], ['aniline', '-aminobenzene'], ['anisole', '-methoxybenzene'],
    ['benzoic acid', '-carboxybenzene'], ['benzaldehyde', '-formylbenzene'], ['benzonitrile', '-cyanobenzene'], ['styrene', '-vinylbenzene'],
  ] as [string, string][]
).map(([from, to]) => [new RegExp(from, 'g'), to]); // prettier-ignore

/** Whether any rule may apply. Three of four names have no use for them, and the index is made of millions of names. */
const RULED = new RegExp(RULES.map(([from]) => `(?:${from.source})`).join('|'));

/** A `readable` name in the terms of these rules, and not inverted. */
export function inTerms(form: string): string {
  let name = form;
  if (RULED.test(name)) for (const [from, to] of RULES) name = name.replace(from, to);
  return turned(name);
}

const INVERTED = /^((?:[^,]|(?<=[\dh]),(?=\d))+), ?(.*?)-(?=$|,)/;

/** Turns an inverted name: “benzoic acid, 2-hydroxy-, methyl ester” becomes 2-hydroxybenzoic acid, methyl ester. */
function turned(name: string): string {
  return name.replace(
    INVERTED,
    (_, parent: string, groups: string) =>
      `${groups}${/^[a-z]{2}(?!(?:lpha|ta|mma|lta|ega)?-)/.test(parent) && !/[\d+]$/.test(groups) ? '' : '-'}${parent}`,
  );
}
