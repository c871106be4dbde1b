import type { Transaction } from '../../platform/index.js';
import { CHECKS, factsOf, NAME_CHECKS } from '../quality/checks.js';
import type { Chemistry, NameReader } from '../../chemistry/index.js';
import { warnOfNames } from '../quality/read-names.js';
import { readBefore } from '../structures/store.js';
import { blankProduct } from './fields.js';
import type { WritableProduct } from './fields.js';
import { ignoredFields } from './ignored.js';
import { readItems, readStructures } from './item.js';
import type { ReadItems } from './item.js';
import { joined, namesOf } from './lookalikes.js';
import { planPush } from './push.js';
import type { PushOutcome } from './push.js';
import { unlockedView } from './view.js';
import type { CatalogueView } from './view.js';
import type { ItemWarning } from './warnings.js';

/**
 * Judges batch after batch of items: the outcome is what `pushItems` would answer if the batches before it had been pushed. Nothing
 * is written, and no writer waits for it.
 * @param source the source label of the products that would be created
 * @param most errors and warnings reported of a batch at most, each
 */
export async function openJudgement(
  tx: Transaction,
  source: string,
  most: number,
  chemistry: Chemistry,
): Promise<(read: ReadItems) => Promise<PushOutcome>> {
  // All batches see the catalogue as it is now.
  await tx.none('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  const earlier = new Map<string, WritableProduct>();
  const view = judgedView(tx, earlier);
  return async ({ items, ignored }) => {
    await readStructures(items, chemistry, (codes) => readBefore(tx, codes));
    const { created, updated, outcome } = await planPush(view, items, { source, most, skipUnchanged: true });
    // Later items are judged by these fields alone: without the others a long file fits into memory. One that repeats a
    // product of an earlier batch therefore counts as updated.
    for (const { code, cas, category, series, tags, name_cn, name_en, formula, mw } of [
      ...created,
      ...updated,
    ]) {
      const kept = { cas, category, series, tags, name_cn, name_en, formula, mw };
      earlier.set(code, { ...blankProduct(code, source), ...kept });
    }
    return { ...outcome, ...ignoredFields(ignored) };
  };
}

/** The number of a product that has none yet. */
const NEW = '+';

/**
 * What a push would warn of, and which checks would find the product, if it had these values and no others. Nothing is written.
 * @param given a product by its fields; the number tells with which others it is compared
 * @returns neither where a value cannot be stored
 */
export async function judgeProduct(
  tx: Transaction,
  given: Record<string, unknown>,
  {
    chemistry,
    nameReader,
    siteOrigin,
  }: { chemistry: Chemistry; nameReader: NameReader | undefined; siteOrigin: string },
): Promise<{
  warnings: ItemWarning[];
  findings: { check: string; title: { en: string; cn: string } }[];
  /** of the structure that is given */
  structure: { formula: string; mw: number } | null;
}> {
  await tx.none('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  const { items } = readItems([{ ...given, code: given['code'] || NEW }], { siteOrigin });
  await readStructures(items, chemistry, (codes) => readBefore(tx, codes));
  await warnOfNames(items, nameReader, chemistry);
  const blanks = items.flatMap(({ code }) => (code ? [[code, blankProduct(code, '')] as const] : []));
  const view = { ...judgedView(tx, new Map(blanks)), structures: async () => new Map<string, string>() };
  const { updated, structures, outcome } = await planPush(view, items, { source: '' });
  // Text where a number is expected is how it was typed; a name that is not there yet is no other one.
  const warnings = outcome.warnings.filter(
    ({ reason, value }) => reason !== 'number_as_text' && value !== '',
  );
  const findings = updated.flatMap((product) => {
    const drawn = structures.get(product.code);
    const name_checks = NAME_CHECKS.filter((check) => warnings.some(({ reason }) => reason === check));
    const checked = { ...product, drawn_formula: drawn?.formula, drawn_mw: drawn?.mw, name_checks };
    return CHECKS.filter(({ id, finds }) => finds?.(checked) ?? warnings.some(({ reason }) => reason === id));
  });
  const [drawn] = structures.values();
  return {
    warnings,
    findings: findings.map(({ id, title }) => ({ check: id, title })),
    structure: drawn ? { formula: drawn.formula, mw: drawn.mw } : null,
  };
}

/** The catalogue without locks, with the products that earlier items would have written. */
function judgedView(tx: Transaction, earlier: Map<string, WritableProduct>): CatalogueView {
  const stored = unlockedView(tx);
  const known = (codes: string[]): WritableProduct[] => codes.flatMap((code) => earlier.get(code) ?? []);
  const withCas = (casNumbers: string[]): WritableProduct[] => {
    const wanted = new Set(casNumbers);
    return [...earlier.values()].filter(({ cas }) => wanted.has(cas));
  };
  return {
    ...stored,
    async holdersOfCas(casNumbers) {
      const holders = await stored.holdersOfCas(casNumbers);
      return [...holders.filter(({ code }) => !earlier.has(code)), ...withCas(casNumbers)];
    },
    async products(codes) {
      const unknown = codes.filter((code) => !earlier.has(code));
      return [...known(codes), ...(await stored.products(unknown))];
    },
    async factsOfCas(casNumbers, exceptCodes) {
      const except = new Set(exceptCodes);
      const before = withCas(casNumbers).filter(({ code }) => !except.has(code));
      return [...(await stored.factsOfCas(casNumbers, exceptCodes)), ...before.map(factsOf)];
    },
    lookalikes: async (names) => joined(await stored.lookalikes(names), namesOf([...earlier.values()])),
    anyProduct: async (codes) => known(codes).length > 0 || stored.anyProduct(codes),
  };
}
