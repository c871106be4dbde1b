import { isAtLeast, unsupported } from '../../src/versions.js';

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

test('a version that is too old is refused by its name, with where it was met and what is needed', () => {
  expect(unsupported('Postgres', '17.2', '18', 'db:5432')).toBe(
    'Postgres 17.2 at db:5432 is not supported; 18 or newer is needed',
  );
});
