import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { openNameReader, opsinAt } from '../../../src/chemistry/structures/name-reader.js';
import { BACKGROUND, OURSELVES } from '../../../src/platform/limits/limit.js';
import type { Holder } from '../../../src/platform/limits/limit.js';
import { indexerOfFile } from '../../support/indexer.js';
import { describeWithOpsin, OPSIN } from '../../support/opsin.js';
import { serviceOfFile } from '../../support/service.js';
import { until } from '../../support/until.js';
import examples from './read-names.json' with { type: 'json' };
import { closing } from '../../support/with-own.js';

/** The processes of OPSIN that belong to this one. */
const javas = (): number[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [pid, parent, name] = line.trim().split(/\s+/);
      return Number(parent) === process.pid && name === 'java' ? Number(pid) : [];
    });

// A name is proved by its structure: OPSIN reads it, and what has another skeleton is not meant, whatever its synonyms say.

test('without OPSIN a service works by its rules, and a file that is not there stops the start', () => {
  expect(opsinAt('off')).toBeUndefined();
  expect(() => opsinAt(`${tmpdir()}/no.jar`)).toThrow(/^OPSIN_JAR: must be the file of OPSIN, or off/);
});

describeWithOpsin('with OPSIN', () => {
  const service = serviceOfFile({ OPSIN_JAR: OPSIN ?? '' });
  indexerOfFile(service);
  beforeAll(async () => {
    await service.call('POST', '/sync/push', {
      key: service.key,
      headers: { Prefer: 'wait=30' },
      json: examples.products,
    });
  });

  /** Waits until a search says of a product how surely it is meant, and why: on a busy machine a name may not be read in time. */
  const untilIs = (q: string, code: string, wanted: string): Promise<void> =>
    until(async () => {
      const { body } = await service.call('GET', `/products/search?q=${encodeURIComponent(q)}&explain=true`);
      const hit = (body.data as Hit[]).find((each) => each.code === code);
      return wanted === `${hit?.match} ${hit?.explain.rule}`;
    });
  interface Hit {
    code: string;
    match: string;
    explain: { rule?: string };
  }

  test.each(examples.read)('%s means %s as %s: %s', async (q, code, wanted) => untilIs(q, code, wanted));

  test.each(examples.listed)('in a list %s means %s as %s', async (line, code, match) => {
    await until(async () => {
      const { body } = await service.call('POST', '/products/resolve', { json: { identifiers: [line] } });
      const [resolved] = body.data;
      return resolved.match === match && resolved.product?.code === code;
    });
  });

  test('a list whose names are not read in time says that it is not whole', async () => {
    const json = { identifiers: ['1-bromo-2-chloro-3-fluoropentane'] };
    for (const pid of javas()) process.kill(pid, 'SIGSTOP');
    const { body } = await service.call('POST', '/products/resolve', { json });
    for (const pid of javas()) process.kill(pid, 'SIGCONT');
    expect(body).toMatchObject({ degraded: true, data: [{ match: 'none' }] });
  });
});

describeWithOpsin('the process of OPSIN', () => {
  const reader = closing(openNameReader(OPSIN ?? ''));
  test('answers names in their order, and with nothing what is no name, has too many atoms, or would be misread', async () => {
    const names = [...examples.smiles, ['x'.repeat(251), null]] as [string, string | null][];
    const read = await Promise.all(names.map(([name]) => reader.smilesOf(name, OURSELVES)));
    expect(read).toEqual(names.map(([, smiles]) => smiles));
  });

  test('is not taken by an address that asks for many names at once: another is read beside its first ones', async () => {
    let read = 0;
    const [one, another] = ['192.0.2.1', '192.0.2.2'].map((id) => ({ id, isKnown: false }));
    const many = Array.from({ length: 200 }, async (_, n) => {
      const smiles = await reader.smilesOf(`${n + 2}-chloro-2-methyl-${n + 400}-ane`, one!);
      read++;
      return smiles;
    });
    expect(await reader.smilesOf('pentan-2-ol', another!)).toBe('CC(CCC)O');
    expect(read).toBeLessThan(10);
    expect((await Promise.all(many)).every((smiles) => smiles === null)).toBe(true);
  });

  test.each([true, false])(
    'reads what somebody asks before names of products, with a key: %s',
    async (isKnown) => {
      const order: string[] = [];
      const read = async (name: string, holder: Holder) => {
        await reader.smilesOf(name, holder);
        order.push(name);
      };
      const [first, ...rest] = [1, 2, 3].map((n) => `${isKnown ? 'undecan' : 'dodecan'}-${n}-amine`);
      const background = [first!, ...rest].map((name) => read(name, BACKGROUND));
      await Promise.all([...background, read(`octan-${isKnown ? 1 : 3}-ol`, { id: 'asker', isKnown })]);
      expect(order[1]).toMatch(/^octan/);
    },
  );

  test('is ended for a name that takes too long, whose address has no other one read for a minute', async () => {
    const endless = `1,1,1,2,2,2-hexakis${'(1,1,2,2,2-pentakis'.repeat(5)}(decyl)${'ethyl)'.repeat(5)}ethane`;
    const [one, another] = ['192.0.2.3', '192.0.2.4'].map((id) => ({ id, isKnown: false }));
    expect(await reader.smilesOf(endless, one!)).toBeNull();
    expect(await reader.smilesOf('hexan-2-ol', one!)).toBeUndefined();
    await until(async () => (await reader.smilesOf('heptan-2-ol', another!)) === 'CC(CCCCC)O');
    expect(await reader.smilesOf(endless, another!)).toBeNull(); // not tried again
    expect(await reader.smilesOf('octan-2-ol', another!)).toBe('CC(CCCCCC)O');
    // Names of products are no stranger's.
    expect(await reader.smilesOf(`${endless}-1-ol`, BACKGROUND)).toBeNull();
    await until(async () => (await reader.smilesOf('nonan-2-ol', BACKGROUND)) === 'CC(CCCCCCC)O');
  });

  test('starts again once it was killed, and ends with what it is asked by', async () => {
    const [pid] = javas();
    process.kill(pid!, 'SIGKILL');
    await until(async () => (await reader.smilesOf('butan-2-ol', OURSELVES)) === 'CC(CC)O');
    expect(javas()).toHaveLength(1);
    await reader.close();
    expect(javas()).toEqual([]);
  });
});
