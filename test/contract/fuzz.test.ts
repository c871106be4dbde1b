import { Agent, request as send } from 'node:http';
import { openDescription } from '../support/openapi.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { CODES, Fuzzer } from './fuzz-requests.js';
import type { FuzzRequest } from './fuzz-requests.js';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 20_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const AT_ONCE = 16;
/** No call of the fuzz has reason to take so long, ms. */
const HANGS = 20_000;

let service: Service;
beforeAll(async () => {
  service = await startService({ EXPORT_CONCURRENCY: '100' });
  await service.push(
    CODES.map((code, i) => ({ code, name_cn: '甲', cas: i % 2 ? '50-78-2' : '', tags: 'HPLC' })),
  );
});
afterAll(() => service.close());

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
afterAll(() => agent.destroy());

interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

function perform({ method, path, body, ...request }: FuzzRequest): Promise<Answer> {
  const { hostname, port } = new URL(service.origin);
  // Told by ourselves: Node would send the body of a GET or a DELETE without saying that there is one.
  const headers = { ...request.headers, ...(body && { 'Content-Length': String(body.length) }) };
  return new Promise((resolve, reject) => {
    const req = send(
      { hostname, port, agent, method, path: `/api/v1${path}`, headers, timeout: HANGS },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', reject);
        res.on('end', () => {
          const packed = res.headers['content-encoding'] !== undefined;
          const text = packed ? '' : Buffer.concat(chunks).toString();
          resolve({
            status: res.statusCode!,
            headers: new Headers(res.headers as Record<string, string>),
            text,
          });
        });
      },
    );
    req.on('timeout', () => req.destroy(new Error(`no answer in ${HANGS} ms`)));
    req.on('error', reject);
    req.end(body);
  });
}

test(`${REQUESTS} requests made from the document, valid and spoiled: no 5xx, no hang, nothing undescribed`, async () => {
  const document = (await service.call('GET', '//api-docs/openapi.json')).body;
  const list = await service.call('GET', '/products?page_size=1&sort=code');
  const cursors = [list.body.next_cursor, (await service.call('GET', '/changes')).body.next, 'WyJ4Il0'];
  const fuzzer = new Fuzzer(document, service.key, cursors);
  const undescribed = openDescription(document);

  const faults: unknown[] = [];
  const statuses: Record<number, number> = {};
  const succeeded = new Set<string>();
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < REQUESTS && faults.length < 10) {
      const seed = SEED * 1_000_003 + next++;
      const request = fuzzer.request(seed);
      const shown = { seed, ...request, body: request.body?.toString().slice(0, 1_000) };
      try {
        const answer = await perform(request);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        if (answer.status < 400) succeeded.add(request.operation);
        const fault = faultOf(request, answer);
        if (fault) faults.push({ fault, ...shown, answer: answer.text.slice(0, 1_000) });
      } catch (error) {
        faults.push({ fault: String(error), ...shown });
      }
    }
  };
  const faultOf = ({ method, path }: FuzzRequest, answer: Answer): string | null => {
    if (answer.status >= 500) return `a ${answer.status}`;
    // What cannot be decoded names no path: it is refused before anything is looked up.
    if (answer.status === 400 && /%(?![0-9a-f]{2})|%ff/i.test(path.split('?')[0]!)) return null;
    if (answer.headers.has('content-encoding')) return null;
    return undescribed({ method, path, ...answer });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));

  expect(faults).toEqual([]);
  // The fuzz comes to where things happen: every call succeeded at least once, every kind of refusal was met.
  if (REQUESTS >= 5_000) {
    expect([...succeeded].sort()).toEqual(fuzzer.names.sort());
    expect(Object.keys(statuses)).toEqual(
      expect.arrayContaining(['200', '201', '204', '304', '308', '400', '401', '404', '405', '413', '415']),
    );
  }
}, 600_000);
