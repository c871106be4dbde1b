import { Agent, request } from 'node:http';
import { openGateway } from '../../support/gateway.js';
import type { Answered } from '../../support/call.js';
import { until } from '../../support/until.js';
import { shared } from '../../support/with-own.js';
import { dataUrl, LIMIT, picture, pngOfSize, sha256 } from './images.js';

const gateway = shared(openGateway);

const rows = async (): Promise<number> =>
  (await gateway.db.one<{ n: number }>('SELECT count(*) AS n FROM media')).n;
const post = (json: unknown): Promise<Answered> => gateway.call('POST', '/media', { json });
const postText = (body: string, headers: Record<string, string> = {}): Promise<Answered> =>
  gateway.call('POST', '/media', { body, headers: { 'Content-Type': 'application/json', ...headers } });

describe('an array of images', () => {
  test('20 are stored in their order, with what rode along', async () => {
    const images = await Promise.all(Array.from({ length: 20 }, () => picture('png')));
    const answer = await post(
      images.map((bytes, i) =>
        i % 2
          ? { dataUrl: dataUrl(bytes, 'image/png'), filename: `图 ${i}.png` }
          : { group: '结构式', mime: 'image/png', image: bytes.toString('base64') },
      ),
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ok: true, uploaded: 20 });
    for (const [i, { ok, id, url, filename }] of answer.body.results.entries()) {
      expect({ ok, url, filename }).toEqual({
        ok: true,
        url: `/media/${id}`,
        filename: i % 2 ? `图 ${i}.png` : null,
      });
      expect(sha256((await gateway.read(url)).bytes)).toBe(sha256(images[i]!));
    }
    const { body } = await gateway.call('GET', '/media');
    expect(body.data.slice(0, 20).map((each: { group: string }) => each.group)).toEqual(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? '结构式' : 'api')),
    );
  });

  test('a bad image is named and stops none of the others', async () => {
    const good = { dataUrl: dataUrl(await picture('png'), 'image/png'), filename: 'good.png' };
    const image = (await picture('png')).toString('base64');
    const items: [unknown, string | null][] = [
      [good, null],
      [{ image: Buffer.from('<svg/>').toString('base64'), mime: 'image/png' }, 'not_an_image'],
      [{ image, mime: 'image/svg+xml' }, 'unsupported_type'],
      [{ dataUrl: `data:image/svg+xml;base64,${image}` }, 'unsupported_type'],
      [{ image: pngOfSize(LIMIT + 1).toString('base64'), mime: 'image/png' }, 'too_large'],
      [{ image: image.slice(0, 4000), mime: 'image/png' }, 'damaged'],
      [{ image: `${image.slice(0, 100)}!${image.slice(100)}` }, 'not_base64'],
      [{ dataUrl: image }, 'not_base64'],
      [{ dataUrl: 'data:image/png,%89PNG' }, 'not_an_image'],
      [{ filename: 'a.png' }, 'missing_image'],
      [{ image: 7 }, 'not_text'],
      [{ image: { data: image } }, 'not_text'],
      [{ image, dataUrl: good.dataUrl }, 'repeated'],
      [{ image, filename: 'x'.repeat(256) }, 'bad_filename'],
      [{ image, filename: 'a\nb.png' }, 'bad_filename'],
      [{ image, group: '组'.repeat(51) }, 'bad_group'],
      [image, 'not_an_object'],
      [null, 'not_an_object'],
      [[good], 'not_an_object'],
      [{ ...good, more: { image: [image, { deep: [1, true, null] }] } }, null],
    ];
    const answer = await post(items.map(([item]) => item));
    expect(answer.status).toBe(200);
    expect(answer.body.results.map((each: { reason?: string }) => each.reason ?? null)).toEqual(
      items.map(([, reason]) => reason),
    );
    expect(answer.body).toMatchObject({ ok: false, uploaded: 2 });
    for (const [index, result] of answer.body.results.entries())
      if (!result.ok)
        expect(result).toEqual({ ok: false, index, reason: result.reason, message: expect.any(String) });
    const log = await gateway.db.one('SELECT counts FROM sync_log ORDER BY id DESC LIMIT 1');
    expect(log.counts).toEqual({ uploaded: 2, refused: 18 });
  });

  test('with no good image is a 400 with each reason, and with one that is too large a 413', async () => {
    const bad = { image: 'AAAA', mime: 'image/png' };
    const answer = await post([bad, {}]);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({
      ok: false,
      status: 400,
      uploaded: 0,
      results: [
        { ok: false, index: 0, reason: 'not_an_image' },
        { ok: false, index: 1, reason: 'missing_image' },
      ],
    });
    const large = await post([{ image: pngOfSize(LIMIT + 1).toString('base64'), mime: 'image/png' }]);
    expect(large.status).toBe(413);
    expect(large.body.results).toMatchObject([{ ok: false, index: 0, reason: 'too_large' }]);
  });
});

describe('base64 as clients write it', () => {
  test.each<[string, (base64: string) => string]>([
    ['with escaped slashes', (text) => text.replaceAll('/', '\\/')],
    ['in lines of 76', (text) => text.replace(/.{76}/g, '$&\\r\\n')],
    ['without padding', (text) => text.replace(/=+$/, '')],
    ['of the URL-safe alphabet', (text) => text.replaceAll('+', '-').replaceAll('/', '_')],
    [
      'with every character escaped',
      (text) => [...text].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join(''),
    ],
    ['as a data URL in the field image', (text) => `data:image/png;base64,${text}`],
    ['as a data URL with percent encoding', (text) => `data:image/png;base64,${encodeURIComponent(text)}`],
    [
      'as a data URL that is no base64',
      (text) => `data:image/png,${Buffer.from(text, 'base64').toString('hex').replaceAll(/../g, '%$&')}`,
    ],
  ])('%s is read', async (_name, write) => {
    for (const width of [60, 61, 62]) {
      const bytes = await picture('png', { width });
      const answer = await postText(`{"image":"${write(bytes.toString('base64'))}","mime":"image/png"}`);
      expect(answer.status).toBe(200);
      expect(sha256((await gateway.read(answer.body.results.url)).bytes)).toBe(sha256(bytes));
    }
  });

  test('however the body is cut into pieces, the same image comes out', async () => {
    const bytes = await picture('png');
    const body = Buffer.from(
      JSON.stringify({ filename: '结构 😀.png', dataUrl: dataUrl(bytes, 'image/png') }),
    );
    for (const size of [1, 2, 3, 5, 7, 1000]) {
      const length = size === 1 ? 3_000 : body.length;
      const pieces: Buffer[] = [];
      for (let at = 0; at < length; at += size) pieces.push(body.subarray(at, Math.min(length, at + size)));
      pieces.push(body.subarray(length));
      const answer = await gateway.call('POST', '/media', {
        body: new ReadableStream({
          pull(controller) {
            const piece = pieces.shift();
            if (piece) controller.enqueue(new Uint8Array(piece));
            else controller.close();
          },
        }),
        duplex: 'half',
        headers: { 'Content-Type': 'application/json' },
      });
      expect(answer.status).toBe(200);
      expect(sha256((await gateway.read(answer.body.results.url)).bytes)).toBe(sha256(bytes));
    }
    const { body: list } = await gateway.call('GET', '/media');
    expect(list.data[0].filename).toBe('结构 😀.png');
  });
});

describe('what is no upload is refused before anything is stored', () => {
  test.each([
    ['no body', '', 'malformed_json'],
    ['no JSON', '{"image": ', 'malformed_json'],
    ['JSON with something behind it', '{"image":"AAAA"} x', 'malformed_json'],
    ['a text', '"AAAA"', 'not_an_image'],
    ['a number', '17 ', 'not_an_image'],
    ['an empty array', '[]', 'no_images'],
    ['an object without an image', '{"mime":"image/png"}', 'missing_image'],
    ['too deep', `{"x":${'['.repeat(100)}`, 'too_deep'],
  ])('%s is a 400', async (_name, body, code) => {
    const answer = await postText(body);
    expect([answer.status, answer.body.errors[0].code]).toEqual([400, code]);
  });

  test('bytes that are no UTF-8 are a 400', async () => {
    const answer = await gateway.call('POST', '/media', {
      body: new Uint8Array(
        Buffer.concat([Buffer.from('{"filename":"'), Buffer.from([0xd6, 0xd0]), Buffer.from('"}')]),
      ),
      headers: { 'Content-Type': 'application/json' },
    });
    expect([answer.status, answer.body.errors[0].code]).toEqual([400, 'malformed_json']);
  });

  test('another media type, another encoding or a compressed body is a 415', async () => {
    expect((await postText('x', { 'Content-Type': 'text/plain' })).status).toBe(415);
    for (const charset of ['gbk', 'utf-16le'])
      expect((await postText('{}', { 'Content-Type': `application/json; charset=${charset}` })).status).toBe(
        415,
      );
    expect((await postText('[]', { 'Content-Encoding': 'Identity' })).body.detail).toBe(
      'The body must have at least one image.',
    );
    expect((await postText('{}', { 'Content-Encoding': 'gzip' })).status).toBe(415);
    expect((await gateway.call('POST', '/media/upload', { json: {} })).status).toBe(415);
    expect(
      (await gateway.call('PUT', '/media/a.png', { body: 'x', headers: { 'Content-Encoding': 'br' } }))
        .status,
    ).toBe(415);
  });
});

describe('PUT', () => {
  const put = async (name: string, type?: string, query = ''): Promise<Answered> =>
    gateway.call('PUT', `/media/${name}${query}`, {
      body: new Uint8Array(await picture('jpeg')),
      headers: type === undefined ? {} : { 'Content-Type': type },
    });

  test('wants one of the five extensions, in any case', async () => {
    for (const name of ['a.png', 'a.JPG', 'a.gif', 'a.Webp', 'a.bmp'])
      expect((await put(name)).status).toBe(200);
    for (const name of ['a.jpeg', 'a.svg', 'a.png.exe', 'png', 'a']) {
      const answer = await put(name);
      expect([answer.status, answer.body.errors[0]]).toMatchObject([
        400,
        { path: 'filename', code: 'extension' },
      ]);
    }
  });

  test('ignores a Content-Type that is no image type, and refuses an image type that is not accepted', async () => {
    for (const type of [
      'application/octet-stream',
      'text/html',
      'application/json',
      'image/jpg',
      'image/png',
    ])
      expect((await put('a.jpg', type)).status).toBe(200);
    expect((await put('a.jpg', 'image/svg+xml')).status).toBe(415);
  });

  test('takes a group, and keeps the name without folders', async () => {
    const { body } = await put('C%3A%5Cscans%5C%E5%9B%BE.jpg', undefined, '?group=scans');
    const { body: list } = await gateway.call('GET', '/media');
    expect(list.data[0]).toMatchObject({
      id: body.id,
      group: 'scans',
      filename: '图.jpg',
      mime: 'image/jpeg',
    });
  });

  test('an upload that the client breaks off stores nothing', async () => {
    const before = await rows();
    const bytes = pngOfSize(LIMIT);
    await new Promise<void>((resolve) => {
      const sending = request(`${gateway.origin}/api/v1/media/a.png`, {
        method: 'PUT',
        headers: { 'X-API-Key': gateway.key, 'Content-Length': bytes.length },
        agent: new Agent(),
      });
      sending.on('error', () => resolve());
      sending.write(bytes.subarray(0, LIMIT - 1), () => sending.destroy());
    });
    expect((await put('after.jpg')).status).toBe(200);
    expect(await rows()).toBe(before + 1);
  });
});

describe('a form', () => {
  const send = (parts: [string, string | Buffer, string?][]): Promise<Answered> => {
    const form = new FormData();
    for (const [name, value, filename] of parts)
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new Blob([new Uint8Array(value)]), filename);
    return gateway.call('POST', '/media/upload', { body: form });
  };

  test('takes group and file name along, before or after the file', async () => {
    const bytes = await picture('png');
    for (const parts of [
      [
        ['group', 'form'],
        ['filename', '新.png'],
        ['file', bytes, 'old.png'],
      ],
      [
        ['file', bytes, 'old.png'],
        ['filename', '新.png'],
        ['group', 'form'],
      ],
    ] as [string, string | Buffer, string?][][]) {
      expect((await send(parts)).status).toBe(200);
      const { body } = await gateway.call('GET', '/media');
      expect(body.data[0]).toMatchObject({ group: 'form', filename: '新.png' });
    }
  });

  test('without a part named file, with two or with another file is a 400', async () => {
    const bytes = await picture('png');
    const before = await rows();
    for (const parts of [
      [['group', 'x']],
      [['image', bytes, 'a.png']],
      [['file', 'a text']],
      [
        ['file', bytes, 'a.png'],
        ['file', bytes, 'b.png'],
      ],
      [
        ['file', bytes, 'a.png'],
        ['other', bytes, 'b.png'],
      ],
    ] as [string, string | Buffer, string?][][]) {
      const answer = await send(parts);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toHaveLength(1);
    }
    expect(await rows()).toBe(before);
  });

  test.each([
    ['group', '', 'a.png'],
    ['group', 'Content-Type: text/plain; charset=gbk\r\n', 'a.png'],
    ['filename', '', 'a.png'],
    ['filename', undefined, '\xd6\xd0.png'],
  ])('with a %s that is not UTF-8 is a 400, %j %s', async (name, type, filename) => {
    // 中 in GBK
    const text = `--x\r\nContent-Disposition: form-data; name="${name}"\r\n${type}\r\n\xd6\xd0\r\n`;
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;
    const before = await rows();
    const answer = await gateway.call('POST', '/media/upload', {
      body: Buffer.concat([
        Buffer.from(type === undefined ? head : text + head, 'latin1'),
        await picture('png'),
        Buffer.from('\r\n--x--\r\n'),
      ]),
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ path: name, code: 'malformed_text' }] },
    });
    expect(await rows()).toBe(before);
  });

  test('that is cut off or has no boundary is a 400', async () => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const answer = await gateway.call('POST', '/media/upload', {
        body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
        headers: { 'Content-Type': type },
      });
      expect([answer.status, answer.body.errors[0].code]).toEqual([400, 'malformed_form']);
    }
  });
});

test('the same image again is a new entry on the same object', async () => {
  const bytes = await picture('png');
  const upload = (): Promise<Answered> =>
    gateway.call('PUT', '/media/a.png', { body: new Uint8Array(bytes) });
  const ids = (await Promise.all([upload(), upload(), upload()])).map(({ body }) => body.id);
  expect(new Set(ids).size).toBe(3);
  const sql = `SELECT count(*) AS n FROM media_objects WHERE sha256 = decode($1, 'hex')`;
  const { n } = await gateway.db.one(sql, [sha256(bytes)]);
  expect(n).toBe(1);
});

test('every upload is in the sync log, refused ones too', async () => {
  await gateway.call('PUT', '/media/logged.png', { body: new Uint8Array(await picture('png')) });
  await gateway.call('PUT', '/media/logged.png', { body: 'no image' });
  const log = (): Promise<unknown[]> =>
    gateway.db.any(
      `SELECT method, path, status, counts FROM sync_log WHERE path LIKE '%/logged.png' ORDER BY id`,
    );
  await until(async () => (await log()).length >= 2);
  const logged = await log();
  expect(logged).toEqual([
    { method: 'PUT', path: '/api/v1/media/logged.png', status: 200, counts: { uploaded: 1 } },
    { method: 'PUT', path: '/api/v1/media/logged.png', status: 415, counts: null },
  ]);
});
