import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import sharp from 'sharp';
import { largestOf } from '../../../src/chemistry/structures/salt.js';
import { openRdKit } from '../../../src/chemistry/structures/rdkit.js';
import { serviceOfFile, startService } from '../../support/service.js';
import { foreignSession } from '../../support/sessions.js';
import { until } from '../../support/until.js';
import { closing } from '../../support/with-own.js';

const service = serviceOfFile();
beforeEach(() => service.db.none('DELETE FROM products'));

/** Pushes products A, B and so on with these members. */
const push = (items: object[]) =>
  service.push(items.map((item, i) => ({ code: 'AB'[i], name_cn: '甲', ...item })));

/** The processes that read and draw structures, of all gateways in this one. */
const processes = () => execFileSync('pgrep', ['-P', String(process.pid), '-f', '(chemistry|inchi)-process'], { encoding: 'utf8' }).trim().split('\n').map(Number); // prettier-ignore

test('who reads structures keeps no write of one waiting: what is shown is drawn in another process than is written', async () => {
  await push([{ smiles: 'CO' }]);
  await service.call('GET', '/products/A/structure.svg'); // so that there is a process to be found
  const before = processes();
  const own = closing(await startService());
  await own.push([{ code: 'A', name_cn: '甲', smiles: 'C[C@H](N)C(=O)O' }]);
  const writing = processes().filter((pid) => !before.includes(pid));
  expect(writing).toHaveLength(1);
  process.kill(writing[0]!, 'SIGSTOP');
  for (const path of [
    'A/structure',
    'A/forms',
    'A/structure.svg',
    'A?structure=true',
    '?structure=molfile',
    'search?q=A&structure=molfile',
  ])
    // prettier-ignore
    expect([path, (await fetch(`${own.origin}/api/v1/products${path.startsWith('?') ? '' : '/'}${path}`)).status]).toEqual([path, 200]);
});

test('what a push has left open is shown while the next one is writing it', async () => {
  await push([{ smiles: 'C[C@H](N)C(=O)O' }, { smiles: 'C[C@@H](N)C(=O)O' }]);
  await service.db.none(
    `UPDATE product_structures SET is_complete = false, smiles = NULL, inchikey = NULL, stereo = NULL, parent = NULL`,
  );
  const next = await foreignSession(
    service.databaseUrl,
    'BEGIN; SELECT FROM product_structures ORDER BY product_id FOR NO KEY UPDATE',
  );
  const { body } = await service.call('GET', '/products/A/structure');
  expect(body.data).toMatchObject({ inchikey: 'QNAYBMKLOCPYGJ-REOHCLBHSA-N', stereo: 'defined' });
  expect((await service.call('GET', '/products/A/forms')).status).toBe(200);
  expect((await service.call('GET', '/products?structure=true')).body.data).toHaveLength(2);
  await next.close();
});

test('a structure is shown by the CAS number of its product too, of several of the one in stock; by the number first', async () => {
  await push([
    { smiles: 'CO', cas: '50-78-2', status: 'custom' },
    { smiles: 'CC(=O)Oc1ccccc1C(=O)O', cas: '50-78-2', status: 'in_stock' },
  ]);
  const smilesOf = async (code: string) =>
    (await service.call('GET', `/products/${code}/structure`)).body.data?.smiles;
  expect(await smilesOf('50-78-2')).toBe('CC(=O)Oc1ccccc1C(=O)O');
  for (const more of ['forms', 'structure.svg'])
    expect((await service.call('GET', `/products/50-78-2/${more}`)).status).toBe(200);
  await service.push([{ code: '50-78-2', name_cn: '乙', smiles: 'CCO' }]);
  expect(await smilesOf('50-78-2')).toBe('CCO');
  expect((await service.call('GET', '/products/58-08-2/structure')).status).toBe(404);
});

test('a picture whose process has stopped is a 503, and drawn the next time', async () => {
  const own = closing(await startService());
  await own.push([{ code: 'A', name_cn: '甲', smiles: 'CO' }]);
  const before = processes();
  await own.call('GET', '/products/A/structure.svg');
  const drawing = processes().filter((pid) => !before.includes(pid));
  expect(drawing).toHaveLength(1);
  process.kill(drawing[0]!, 'SIGSTOP');
  for (const status of [503, 200])
    expect((await own.call('GET', '/products/A/structure.svg?theme=dark')).status).toBe(status);
});

test('a process that takes longer to start than a picture waits for is not killed: it draws the next one', async () => {
  const own = closing(await startService());
  await own.push([{ code: 'A', name_cn: '甲', smiles: 'CO' }]);
  const before = processes();
  const waiting = own.call('GET', '/products/A/structure.svg');
  const started = () => processes().find((pid) => !before.includes(pid));
  await until(() => started() !== undefined);
  const slow = started()!;
  process.kill(slow, 'SIGSTOP');
  expect((await waiting).status).toBe(503);
  process.kill(slow, 'SIGCONT');
  expect((await own.call('GET', '/products/A/structure.svg')).status).toBe(200);
  expect(started()).toBe(slow);
}, 120_000);

describe('the picture of a structure', () => {
  const picture = (query = '') => fetch(`${service.origin}/api/v1/products/A/structure.svg${query}`);

  test('is drawn for a light and for a dark ground, and kept by the client', async () => {
    await push([{ smiles: 'C[C@H](N)C(=O)[O-].[Na+]' }]);
    const [light, dark] = await Promise.all([picture(), picture('?theme=dark')]);
    expect(light.headers.get('content-type')).toBe('image/svg+xml');
    const svg = await light.text();
    expect(svg).toMatch(/^<svg [^>]*viewBox=[^]*<path [^]*#000000[^]*<\/svg>\s*$/);
    expect(svg).not.toMatch(/<(text|style|script)|style=/); // letters are outlines: it looks the same everywhere
    expect(await dark.text()).not.toContain('#000000');
    // Chlorine and sulphur are read on white, 4.5:1.
    await push([{ smiles: 'ClCCSCC(F)Br' }]);
    const bright = /#(00CC00|CCCC00|33CCCC)/i;
    expect(await (await picture()).text()).not.toMatch(bright);
    await push([{ smiles: 'C[C@H](N)C(=O)[O-].[Na+]' }]);
    const again = await fetch(light.url, { headers: { 'If-None-Match': light.headers.get('etag')! } });
    expect(again.status).toBe(304);
  });

  test('has no two labels that touch', async () => {
    await push([{ smiles: '[2H]C([2H])([2H])NC(=O)C([2H])([2H])[2H]' }]);
    const svg = await (await picture()).text();
    // A mass and a letter for each of six atoms, in their order; NH and O have others.
    const letters = [...svg.matchAll(/<path d='([^']*)' fill='#000000'/g)].map(([, path]) => {
      const numbers = path!.match(/[\d.]+/g)!.map(Number);
      const [x, y] = [0, 1].map((odd) => numbers.filter((_, at) => at % 2 === odd));
      return { x: [Math.min(...x!), Math.max(...x!)], y: [Math.min(...y!), Math.max(...y!)] };
    });
    expect(letters).toHaveLength(12);
    const areApart = ([, end]: number[], [start]: number[]) => end! < start!;
    for (const [at, one] of letters.entries())
      for (const other of letters.slice(at + 2 - (at % 2)))
        expect((['x', 'y'] as const).some((side) => areApart(one[side], other[side]) || areApart(other[side], one[side]))).toBe(true); // prettier-ignore
  });

  test('is of a salt, where it is small, its largest part with the others in words; pages ask for it in their rows', async () => {
    await push([{ smiles: 'CC(=O)Oc1ccccc1C(=O)[O-].[Na+]' }]);
    const [whole, small] = await Promise.all(
      ['', '?part=largest'].map(async (query) => (await picture(query)).text()),
    );
    expect(small).not.toBe(whole);
    expect(small).not.toMatch(/<text/);
    const { text } = await service.call('GET', '//?lang=en');
    expect(text).toMatch(/structure\.svg\?v=[0-9a-f]+&amp;part=largest"/);
    expect((await picture('?part=half')).status).toBe(400);
  });

  test.each([
    ['CCCCCCC(=O)[O-].CCCCCCC(=O)[O-].[Ca+2].O.O.O', '<sup>1</sup>/<sub>2</sub> Ca<sup>2+</sup> <sup>.</sup> 1<sup>1</sup>/<sub>2</sub> H<sub>2</sub>O'],
    ['CCCCCCC[NH3+].[Cl-]', 'Cl<sup>-</sup>'],
    ['NCCCCCCC.Cl.Cl', '2 HCl'],
    ['NCCCCCCC.OS(=O)(=O)O', 'H<sub>2</sub>SO<sub>4</sub>'],
    ['CCCCCCC(=O)[O-].[NH4+]', 'NH<sub>4</sub><sup>+</sup>'],
    ['CCCCCC[n+]1ccccc1.F[P-](F)(F)(F)(F)F', 'PF<sub>6</sub><sup>-</sup>'],
    ['NCCCCCCC.OC(=O)C=CC(O)=O', 'C<sub>4</sub>H<sub>4</sub>O<sub>4</sub>'],
    ['[Na+].[Cl-]', undefined],
    ['CCCCCCCC', undefined],
  ])('says of %s: %s', async (smiles, words) => {
    expect(largestOf(await openRdKit(), smiles)?.words).toBe(words);
  }); // prettier-ignore

  test('is kept for ever at the address of its own structure, and at that of another one for a minute', async () => {
    const kept = async (path: string) =>
      (await fetch(`${service.origin}${path}`)).headers.get('cache-control');
    const [first, second] = await Promise.all(
      ['CO', 'CCO'].map(async (smiles) => {
        await service.push([{ code: smiles, name_cn: '甲', smiles }]);
        const { text } = await service.call('GET', `//products/${smiles}`);
        return /\/structure\.svg\?v=[0-9a-f]+/.exec(text)![0];
      }),
    );
    await push([{ smiles: 'CO' }]);
    expect(await kept(`/api/v1/products/A${first!}`)).toBe('public, max-age=31536000, immutable');
    expect(await kept(`/api/v1/products/A${second!}`)).toBe('public, max-age=60');
    await push([{ smiles: 'CCO' }]);
    expect(await kept(`/api/v1/products/A${second!}`)).toBe('public, max-age=31536000, immutable');
  });

  test('is not held up by what a visitor types, which is read in another process', async () => {
    await push([{ smiles: 'CO' }]);
    await picture();
    const before = processes();
    const typed = new URLSearchParams({ mode: 'exact', s: 'InChI=1S/C2H6O/c1-2-3/h3H,2H2,1H3' });
    expect((await fetch(`${service.origin}/storefront/structures?${typed.toString()}`)).status).toBe(200);
    const own = processes().filter((pid) => !before.includes(pid));
    expect(own).toHaveLength(1);
    process.kill(own[0]!, 'SIGSTOP');
    try {
      expect((await picture('?theme=dark')).status).toBe(200);
    } finally {
      process.kill(own[0]!, 'SIGKILL');
    }
  });

  test('comes as WebP of a width', async () => {
    await push([{ smiles: 'CO' }]);
    const answer = await picture('?w=96');
    const { format, width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([answer.headers.get('content-type'), format, width]).toEqual(['image/webp', 'webp', 96]);
  });

  test('comes on white where it is to have a ground', async () => {
    await push([{ smiles: 'CO' }]);
    const cornerOf = async (query: string) => {
      const bytes = Buffer.from(await (await picture(query)).arrayBuffer());
      const { data } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      return [...data.subarray(0, 4)];
    };
    expect(await cornerOf('?w=96')).toEqual([expect.any(Number), expect.any(Number), expect.any(Number), 0]);
    expect(await cornerOf('?w=96&ground=white')).toEqual([255, 255, 255, 255]);
    expect(await cornerOf('?ground=white')).toEqual([255, 255, 255, 255]);
  });

  test('is drawn after the idle process that draws was killed', async () => {
    await push([{ smiles: 'CCO' }]);
    await picture();
    const idle = processes();
    for (const pid of idle) process.kill(pid, 'SIGKILL');
    await until(() => idle.every((pid) => !existsSync(`/proc/${pid}`)));
    expect((await picture('?theme=dark')).status).toBe(200);
  });

  test('is not there without a structure, and a wrong wish is refused', async () => {
    await push([{}]);
    expect((await picture()).status).toBe(404);
    const wrong = await service.call('GET', '/products/A/structure.svg?theme=red');
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ path: 'theme' }] } });
  });
});

describe('a structure is shown', () => {
  test.each(['/products?structure=true', '/products/search?q=A&structure=true'])(
    'beside the fields: %s',
    async (path) => {
      await push([{ smiles: 'OC' }, { name_cn: 'A' }]);
      const { body } = await service.call('GET', path);
      const shown = Object.fromEntries(
        body.data.map((each: { code: string; structure: object | null }) => [each.code, each.structure]),
      );
      expect(shown).toEqual({
        A: {
          smiles: 'CO',
          inchikey: 'OKKJLVBELUTLKV-UHFFFAOYSA-N',
          formula: 'CH4O',
          mw: 32.042,
          fragments: 1,
          stereo: 'none',
          source: 'smiles',
        },
        B: null,
      });
    },
  );

  test.each(['/products?structure=molfile', '/products/search?q=A&structure=molfile'])(
    'with its molfile: %s',
    async (path) => {
      await push([{ smiles: 'OC' }, { name_cn: 'A', smiles: undefined }]);
      const { body } = await service.call('GET', path);
      const { data } = (await service.call('GET', '/products/A/structure')).body;
      const shown = Object.fromEntries(body.data.map((each: { code: string }) => [each.code, each]));
      expect(data.molfile).toMatch(/V2000[^]*M {2}END/);
      expect(shown).toMatchObject({
        A: { structure: { smiles: 'CO', molfile: data.molfile } },
        B: { structure: null },
      });
    },
  );

  test('with a detail, and only where it is asked for', async () => {
    await push([{ smiles: 'OC', cas: '67-56-1' }]);
    const { body } = await service.call('GET', '/products/67-56-1?structure=true');
    expect(body).toMatchObject({
      data: { structure: { smiles: 'CO', inchikey: 'OKKJLVBELUTLKV-UHFFFAOYSA-N' } },
      same_cas: [],
    });
    expect((await service.call('GET', '/products/A')).body.data).not.toHaveProperty('structure');
  });

  test('on the page of the product, as a picture and to programs', async () => {
    await push([{ smiles: 'OC' }]);
    const page = await (await fetch(`${service.origin}/products/A`)).text();
    expect(page).toMatch(/"propertyID":"inChIKey","name":"inChIKey","value":"OKKJLVBELUTLKV-UHFFFAOYSA-N"/);
    const [, address] = /<img src="([^"]+structure\.svg[^"]*)"/.exec(page)!;
    expect((await fetch(service.origin + address!.replaceAll('&amp;', '&'))).status).toBe(200);
  });
});
