import { MEANINGS } from '../../src/back-office/pages/action-texts.js';
import { officeRoutes } from '../../src/back-office/routes.js';

test('the log of staff has words for every call that it records', () => {
  const recorded = officeRoutes({ config: {} } as never)
    .filter(({ method }) => method !== 'get')
    .map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{.*?\}/g, '1')}`);
  expect(recorded.length).toBeGreaterThan(40);
  expect(recorded.filter((call) => !MEANINGS.some(([, pattern]) => pattern.test(call)))).toEqual([]);
});
