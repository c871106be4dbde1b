import ACTIONS from '../../src/desk/pages/actions.json' with { type: 'json' };
import type { pushAnswer } from '../../src/catalogue/products/docs.js';
import { WORDS } from '../../src/desk/pages/texts.js';
import { docs } from '../../src/exchange/import/docs.js';
import { officeRoutes } from '../../src/desk/routes.js';

test('the log of staff has words for every call that it records', () => {
  const recorded = officeRoutes({ config: {} } as never)
    // The form of a product asks while somebody types, and a file is looked at before its preview: neither is recorded.
    .filter(({ method, path }) => method !== 'get' && !['/product-doubts', '/import/columns'].includes(path))
    .map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{.*?\}/g, '1')}`);
  expect(recorded.length).toBeGreaterThan(25);
  const patterns = Object.values(ACTIONS).map(({ call }) => new RegExp(`^${call.replace('*', '.+')}$`));
  expect(recorded.filter((call) => !patterns.some((pattern) => pattern.test(call)))).toEqual([]);
});

test('every reason for which a row is refused, or warned of, has words in both languages', () => {
  const { warnings } = (docs.pushFile.schemas[200] as typeof pushAnswer).shape;
  const reasons: string[] = warnings.element.shape.reason.options;
  expect(reasons.length).toBeGreaterThan(25);
  for (const language of ['zh', 'en'] as const) {
    const { warnings: words, reasons: faults } = WORDS[language];
    expect(reasons.filter((reason) => !Object.hasOwn(words, reason))).toEqual([]);
    expect(['no_structure', 'unreadable_cell'].filter((reason) => !Object.hasOwn(faults, reason))).toEqual(
      [],
    );
  }
});
