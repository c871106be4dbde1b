import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadConfig, VARIABLES } from '../../src/config.js';
import { describeWhere } from '../support/installed.js';
import { temporaryFolder } from './launch.js';

const FOLDER = resolve('infra/systemd');
const units = readdirSync(FOLDER);
const services = units.filter((name) => name.endsWith('.service'));
const read = (unit: string): string => readFileSync(join(FOLDER, unit), 'utf8');
/** The values of a setting of a unit, in order. */
const setting = (unit: string, name: string): string[] =>
  [...read(unit).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);

const withSystemd = describeWhere(
  spawnSync('systemd-analyze', ['--version']).error === undefined,
  'apt-get install systemd',
);
const analyze = (...args: string[]): { status: number | null; said: string } => {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  return { status, said: stdout + stderr };
};

withSystemd('by systemd', () => {
  test('every unit is one that it takes, without a warning', () => {
    expect(analyze('verify', ...units.map((name) => join(FOLDER, name)))).toEqual({ status: 0, said: '' });
  });

  test('a unit with a setting that it does not know would be told', () => {
    const broken = join(temporaryFolder(), 'broken.service');
    writeFileSync(broken, read('catalogue-indexer.service').replace('ProtectSystem=', 'ProtectSystems='));
    expect(analyze('verify', broken).said).toContain('ProtectSystems');
  });

  test.each(services)('%s is hardened: exposed by less than 2 of 10', (unit) => {
    const { said } = analyze('security', '--offline=true', join(FOLDER, unit));
    const exposure = /exposure level for \S+: ([\d.]+)/.exec(said)?.[1];
    expect(Number(exposure)).toBeLessThan(2);
  });
});

test.each(services)('%s sets variables that the service knows, and runs what there is', (unit) => {
  const env = Object.fromEntries(
    setting(unit, 'Environment')
      .flatMap((line) => line.replaceAll('%i', '3001').split(' '))
      .map((pair) => pair.split('=') as [string, string]),
  );
  expect(Object.keys(env).filter((name) => ![...VARIABLES, 'NODE_ENV', 'TMPDIR'].includes(name))).toEqual([]);
  expect(() => loadConfig(env)).not.toThrow();
  const program = /dist\/(\S+)\.js/.exec(setting(unit, 'ExecStart')[0]!)![1];
  expect(existsSync(`${program}.ts`)).toBe(true);
});

test.each([
  ['gateway', 'catalogue-gateway@.service'],
  ['indexer', 'catalogue-indexer.service'],
])('the %s is started as by npm, and again whenever it ends', (script, unit) => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(scripts[script]).toContain(setting(unit, 'ExecStart')[0]!.replace('/usr/bin/env ', ''));
  expect(setting(unit, 'Restart')).toEqual(['always']);
  expect(setting(unit, 'StartLimitIntervalSec')).toEqual(['0']);
  expect(setting(unit, 'MemoryMax')[0]).toMatch(/^\d+[MG]$/);
});

test('two gateways of a machine share no port', () => {
  const [line] = setting('catalogue-gateway@.service', 'Environment');
  expect(line).toMatch(/ PORT=%i METRICS_PORT=1%i /);
});
