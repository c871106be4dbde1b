import { ConfigError, loadConfig } from '../../src/platform/config.js';

test('every variable that cannot be used is named', () => {
  expect(() => loadConfig({ PORT: 'x', SAMPLE: 'maybe', MEILI_URL: 'ftp://a' })).toThrow(
    /PORT: .*SAMPLE: .*MEILI_URL: /s,
  );
  expect(() => loadConfig({ S3_BUCKET: 'b' })).toThrow(/S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY/);
});

test.each([
  ['PORT', 'abc', 'must be a whole number from 0 to 65535, in digits'],
  ['PORT', '0x10', 'must be a whole number from 0 to 65535, in digits'],
  ['DATABASE_POOL', '1', 'must be a whole number from 2 to 500, in digits'],
  ['WEBHOOK_TIMEOUT', '15s', 'must be a number from 0.1 to 60, in digits'],
  ['SAMPLE', 'yes', 'must be one of on, off'],
])('%s=%s is refused by its name and what it may be', (name, value, reason) => {
  expect(() => loadConfig({ [name]: value })).toThrow(new ConfigError(`${name}: ${reason}`));
});

test('exports and writes together leave a connection to reads, of a pool of three at least', () => {
  const shares = (pool: number, exports?: number) => {
    const given = exports === undefined ? {} : { EXPORT_CONCURRENCY: String(exports) };
    const { databaseWrites, exportConcurrency } = loadConfig({ DATABASE_POOL: String(pool), ...given });
    return [databaseWrites, exportConcurrency];
  };
  expect([shares(10), shares(10, 3), shares(500, 100)]).toEqual([[5, 4], [5, 3], [250, 100]]); // prettier-ignore
  expect([shares(3), shares(6), shares(8)]).toEqual([[1, 1], [3, 2], [4, 3]]); // prettier-ignore
  expect([shares(10, 100), shares(2)]).toEqual([[5, 4], [1, 1]]); // prettier-ignore
});

test('that fewer exports run than were asked for is told, with the number', () => {
  const troubleOf = (given: Record<string, string>) =>
    loadConfig({ DATABASE_POOL: '6', ...given }).exportsTrouble;
  expect(troubleOf({ EXPORT_CONCURRENCY: '10' })).toBe(
    'EXPORT_CONCURRENCY: of 10, 2 run at the same time; more take a larger DATABASE_POOL than 6',
  );
  expect([troubleOf({ EXPORT_CONCURRENCY: '2' }), troubleOf({})]).toEqual([undefined, undefined]);
});

test('an address that is refused is not shown: it may hold a password', () => {
  const refused = { DATABASE_URL: 'postgres://catalogue:ge#heim@db/x y', REDIS_URL: 'geheim' };
  expect(() => loadConfig(refused)).toThrow(
    /DATABASE_URL: must be an address .*REDIS_URL: must be an address/s,
  );
  expect(() => loadConfig(refused)).not.toThrow(/ge#?heim/);
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

test('several search engines are refused, and a key may have commas in it', () => {
  expect(() => loadConfig({ MEILI_URL: 'http://a:7700, http://b:7700' })).toThrow(
    new ConfigError('MEILI_URL: must be the address of one search engine: several are not supported'),
  );
  const one = { MEILI_URL: 'http://a:7700', MEILI_KEY: 'k,l' };
  expect(loadConfig(one)).toMatchObject({ meiliUrl: one.MEILI_URL, meiliKey: one.MEILI_KEY });
});

test('an empty variable is an absent one', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test('whose catalogue it is comes from the SITE_ variables', () => {
  const { site } = loadConfig({
    SITE_NAME: '示例化学',
    SITE_CONTACT: 'sales@example.com; +86 (21) 5555-0000; https://example.com',
    SITE_LINKS: '隐私|Privacy=https://example.com/p?a=b; 关于=/about',
    SITE_COLOUR: '#7a1f5c',
  });
  expect(site.name).toEqual({ zh: '示例化学', en: '示例化学' });
  expect(site.contact.map(({ href }) => href)).toEqual([
    'mailto:sales@example.com',
    'tel:+862155550000',
    'https://example.com',
  ]);
  expect(site.links).toEqual([
    { text: { zh: '隐私', en: 'Privacy' }, href: 'https://example.com/p?a=b' },
    { text: { zh: '关于', en: '关于' }, href: '/about' },
  ]);
  expect(site.securityContact).toBe('mailto:sales@example.com');
  expect(loadConfig({ SECURITY_CONTACT: 'https://example.com/hole' }).site.securityContact).toBe(
    'https://example.com/hole',
  );
  expect(site.colour).toBe('#7a1f5c');
});

test.each([
  ['SITE_NAME', 'x'.repeat(61)],
  ['SITE_LOGO', 'javascript:alert(1)'],
  ['SITE_LOGO', '//elsewhere.example/x.png'],
  ['SITE_CONTACT', 'call us'],
  ['SECURITY_CONTACT', '+86 21 5555 0000'],
  ['SECURITY_CONTACT', 'http://example.com'],
  ['SITE_LINKS', 'Privacy: https://example.com'],
  ['SITE_LINKS', 'X=javascript:alert(1)'],
  ['SITE_COLOUR', 'red'],
  ['SITE_COLOUR', '#ffee00'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => loadConfig({ [name]: value })).toThrow(new RegExp(`^${name}: `));
});
