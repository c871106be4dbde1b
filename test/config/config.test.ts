import { ConfigError, loadConfig } from '../../src/config.js';

test('every variable that cannot be used is named', () => {
  expect(() => loadConfig({ PORT: 'x', SAMPLE: 'maybe', MEILI_URL: 'ftp://a' })).toThrow(
    /PORT: .*SAMPLE: .*MEILI_URL: /s,
  );
  expect(() => loadConfig({ S3_BUCKET: 'b' })).toThrow(/S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY/);
});

test.each(['foo', '10.0.0.0/x', '10.0.0.1, bar'])('TRUST_PROXY=%s is refused by name', (text) => {
  expect(() => loadConfig({ TRUST_PROXY: text })).toThrow(ConfigError);
  expect(() => loadConfig({ TRUST_PROXY: text })).toThrow(/^TRUST_PROXY: /);
});

test.each([
  ['true', true],
  ['false', false],
  ['2', 2],
  ['loopback, 10.0.0.0/8, ::1', 'loopback, 10.0.0.0/8, ::1'],
])('TRUST_PROXY=%s is read', (text, read) => {
  expect(loadConfig({ TRUST_PROXY: text }).trustProxy).toBe(read);
});

test('an empty variable is an absent one', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined });
});
