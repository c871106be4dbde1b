import { isAtLeast, unsupported, VERSIONS } from '../../src/platform/process/versions.js';

test.each([
  ['18.4 (Debian 18.4-1)', '18', true],
  ['17.9', '18', false],
  ['19beta1', '18', true],
  ['1.21.0', '1.21', true],
  ['1.21.0-rc.2', '1.21', true],
  ['1.9.3', '1.21', false],
  ['2.0', '1.21', true],
])('%s is at least %s: %s', (version, oldest, expected) => {
  expect(isAtLeast(version, oldest)).toBe(expected);
});

test('a version that is too old or too new is refused by its name, with where it was met and what is needed', () => {
  expect(unsupported('Postgres', '17.2', VERSIONS.postgres, 'db:5432')).toBe(
    'Postgres 17.2 at db:5432 is not supported; 18 or newer is needed',
  );
  const engine = (version: string) => unsupported('Meilisearch', version, VERSIONS.meilisearch, 'm:7700');
  expect(engine('1.15.0')).toBe('Meilisearch 1.15.0 at m:7700 is not supported; 1.21 or newer is needed');
  expect(engine('2.0.0-rc.1')).toBe(
    'Meilisearch 2.0.0-rc.1 at m:7700 is newer than what this version of the service knows',
  );
  expect(['1.21.0', '1.99.3'].map(engine)).toEqual([undefined, undefined]);
});
