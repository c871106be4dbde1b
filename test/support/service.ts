import { issueKey } from '../../src/platform/access/keys.js';
import type { Waits } from '../../src/platform/context.js';
import { startGateway } from './built.js';
import { callAt } from './call.js';
import type { Answered, Sent } from './call.js';
import { documentOf, openDescription } from './openapi.js';
import type { OpenApi } from './openapi.js';
import { openPlace } from './place.js';
import type { Place } from './place.js';
import { shared } from './with-own.js';

export interface Service extends Pick<Place, 'db' | 'databaseUrl' | 'indexUid' | 'env' | 'close'> {
  /** `http://localhost:<port>` */
  origin: string;
  /** an API key with the source label `erp` */
  key: string;
  /**
   * Calls below /api/v1 (or any path that begins with `//`: from the site's root).
   * An answer below /api/v1 that the OpenAPI document does not describe is thrown.
   */
  call(method: string, path: string, more?: Sent): Promise<Answered>;
  /** {@link call} with the key */
  write(method: string, path: string, json?: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** pushes products with the key and expects 200 */
  push(products: unknown, query?: string): Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any
}

/** A gateway in this process on a database and an index of its own. `env` is added to its configuration. */
export async function startService(env: Record<string, string> = {}, waits: Waits = {}): Promise<Service> {
  const place = await openPlace(env);
  const { db, databaseUrl, indexUid } = place;
  const gateway = process.env['TEST_BEHIND_NGINX']
    ? await (await import('./behind-nginx.js')).startBehindNginx(place.env)
    : await startGateway(place.env, waits);
  const { key } = await issueKey(db, { name: 'test', source: 'erp' });

  let described: Promise<ReturnType<typeof openDescription>> | undefined;
  const readDocument = async (): Promise<string> => {
    const { text } = await callAt(`${gateway.origin}/api-docs/openapi.json`, 'GET');
    return text.replaceAll(gateway.origin, 'http://localhost');
  };
  const check = async (method: string, path: string, answer: Answered): Promise<void> => {
    described ??= documentOf(JSON.stringify(env), readDocument).then((document) =>
      openDescription(JSON.parse(document) as OpenApi),
    );
    const fault = (await described)({ method, path, ...answer });
    if (fault)
      throw new Error(
        `${method} ${path} answered ${answer.status}, undescribed: ${fault}\n${answer.text.slice(0, 500)}\n${gateway.lastError()}`,
      );
  };

  const write: Service['write'] = (method, path, json, headers) =>
    call(method, path, { key, json, ...(headers && { headers }) });
  const call: Service['call'] = async (method, path, more) => {
    if (path.startsWith('//')) return callAt(gateway.origin + path.slice(1), method, more);
    const answer = await callAt(`${gateway.origin}/api/v1${path}`, method, more);
    await check(method, path, answer);
    return answer;
  };

  return {
    origin: gateway.origin,
    db,
    databaseUrl,
    indexUid,
    env: place.env,
    key,
    call,
    write,
    async push(products, query = '') {
      const answer = await write('POST', `/sync/push${query}`, products);
      if (answer.status !== 200) throw new Error(`push: ${answer.status} ${answer.text}`);
      return answer.body;
    },
    async close() {
      await gateway.close();
      await place.close();
    },
  };
}

/** {@link startService} for all tests of a file. */
export const serviceOfFile = (...given: Parameters<typeof startService>): Service =>
  shared(() => startService(...given));
