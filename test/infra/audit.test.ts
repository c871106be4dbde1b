import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, temporaryFolder } from './launch.js';

/** Judges a report as `npm audit --json` writes it. */
function judge(audited: object): ReturnType<typeof launch>['ended'] {
  const file = join(temporaryFolder(), 'report.json');
  writeFileSync(file, JSON.stringify(audited));
  return launch('node', ['infra/audit.mjs', file], {}).ended;
}
const report = (severity: string): object => ({
  vulnerabilities: {
    'some-package': {
      name: 'some-package',
      severity,
      via: [{ title: 'It does too much', url: 'https://example.com/1' }],
    },
  },
});

test.each(['high', 'critical'])(
  'a known vulnerability of severity %s fails, and is named',
  async (severity) => {
    const { code, err } = await judge(report(severity));
    expect(code).toBe(1);
    expect(err).toBe(`some-package: ${severity}: It does too much (https://example.com/1)\n`);
  },
);

test('one of less severity is counted and no more', async () => {
  expect(await judge(report('moderate'))).toMatchObject({ code: 0, err: '' });
});

test('a registry that does not tell is no failure', async () => {
  const { code, out } = await judge({ message: '405 Method Not Allowed', error: {} });
  expect(code).toBe(0);
  expect(out).toContain('405 Method Not Allowed');
});
