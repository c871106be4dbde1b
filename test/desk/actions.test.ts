import { ACTIONS } from '../../src/desk/pages/action-texts.js';
import { officeRoutes } from '../../src/desk/routes.js';

test('the log of staff has words for every call that it records', () => {
  const recorded = officeRoutes({ config: {} } as never)
    // The form of a product asks that while somebody types: it is not recorded.
    .filter(({ method, path }) => method !== 'get' && path !== '/product-doubts')
    .map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{.*?\}/g, '1')}`);
  expect(recorded.length).toBeGreaterThan(25);
  const patterns = Object.values(ACTIONS).map(([call]) => new RegExp(`^${call.replace('*', '.+')}$`));
  expect(recorded.filter((call) => !patterns.some((pattern) => pattern.test(call)))).toEqual([]);
});
