// The door of this package: all that others import of it.

export { readGraph, symbolOf } from './graphs/graph.js';
export { packGraphs } from './graphs/pack.js';
export { finder, patternOf } from './graphs/subgraph.js';
export { abbreviated, abbreviationsFrom } from './names/abbreviations.js';
export { aliasKeys, aliasKeysOfQuery, aliasMeant, aliasNamed, aliasStarts, isOpaque } from './names/alias.js';
export { baseInEnglish, translated } from './names/chinese.js';
export { derivedFrom, derivedKeys } from './names/derived.js';
export { halvesNear, halvesOf } from './names/distance.js';
export { SALT_METALS, symbolOfElement } from './names/elements.js';
export { inEnglish } from './names/english.js';
export { bookOf, impurityKeys, impurityOf, isAboutImpurity, parentKeys } from './names/impurity.js';
export { isPart, MARKS, nameKey } from './names/name-key.js';
export {
  capBytes,
  compact,
  fromEnd,
  hasHan,
  lettersOf,
  oneOff,
  pairsOf,
  readable,
  SIGNS,
  spaceHan,
} from './names/normalise.js';
export { ordered } from './names/ordered.js';
export { pinyinOf } from './names/pinyin.js';
export { bareForm, DYES, elementOfSalt, parentsOf, saltForm, waterOf } from './names/salts.js';
export { soundOf, withoutSlip } from './names/slips.js';
export {
  agreement,
  contradict,
  flatForm,
  isOneStereoisomer,
  losesSign,
  mirrorOf,
  signedKey,
  statesStereo,
  withoutSelection,
} from './names/stereo.js';
export { systematicKey, withoutPlaces } from './names/systematic.js';
export { simplify } from './names/traditional.js';
export { openChemistry, withChemistry } from './structures/chemistry.js';
export type { Chemistry } from './structures/chemistry.js';
export { descriptionOf } from './structures/description.js';
export type { Description } from './structures/description.js';
export { drawingOf } from './structures/draw.js';
export {
  DIFFERENCES,
  formDifferences,
  OTHER_GEOMETRY,
  STEREO_DIFFERENCES,
} from './structures/form-difference.js';
export type { FormDifference, StereoDifference } from './structures/form-difference.js';
export { aliasIn, hasStereoCollection, MOST_BYTES, readGiven, standsForMore } from './structures/given.js';
export type { GivenStructure } from './structures/given.js';
export { openNameReader, opsinAt } from './structures/name-reader.js';
export type { NameReader } from './structures/name-reader.js';
export type { Identity } from './structures/identity.js';
export { inchiKeyOf } from './structures/inchikey.js';
export {
  atomsAndBonds,
  compileRdKit,
  hasFeatures,
  keyOf,
  openRdKit,
  readMol,
  using,
} from './structures/rdkit.js';
export type { Mol, RdKit, RdKitCode } from './structures/rdkit.js';
export type { Structure } from './structures/read.js';
export { atomsOf, mainPart, MOST_ATOMS } from './structures/smiles.js';
export type { StructureKey } from './structures/structure-key.js';
export { GROUNDS, THEMES } from './structures/themes.js';
export type { Ground, Theme } from './structures/themes.js';
export {
  casNeighbours,
  casOf,
  casOfDate,
  casOfOtherLength,
  DASHES,
  isCas,
  readCasValue,
  undatedCas,
  usualCas,
  withDashes,
  withoutWord,
  WRITTEN,
} from './values/cas.js';
export { elementsOf, formulaKey, readFormula } from './values/formula.js';
export type { FormulaReading } from './values/formula.js';
