import { readFileSync } from 'node:fs';

const template = readFileSync('infra/nginx.conf.template', 'utf8').replaceAll(/^\s*#.*$/gm, '');
const locations = [...template.matchAll(/location ~ (\S+) \{([^}]*)\}/g)].map(([, pattern, settings]) => ({
  pattern: new RegExp(pattern!),
  settings: settings!.split(';').map((line) => line.trim()),
}));
/** What nginx is told for a path: the first pattern that it has decides. */
const settingsOf = (path: string): string[] =>
  locations.find(({ pattern }) => pattern.test(path))?.settings ?? [];

test.each([
  '/api/v1/export',
  '/api/v1/export/profiles/market/deliveries',
  '/back-office/api/export',
  '/back-office/api/import',
  '/back-office/api/profiles/market/file',
  '/back-office/api/profiles/market/deliveries',
  '/mcp',
])('%s is not taken by the proxy in place of its reader', (path) => {
  expect(settingsOf(path)).toContain('proxy_buffering off');
});

test.each(['/api/v1/sync/push', '/api/v1/sync/file', '/api/v1/products'])(
  '%s may take as long as many products do',
  (path) => {
    expect(settingsOf(path)).toContain('proxy_read_timeout 300s');
  },
);
