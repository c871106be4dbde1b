import { freePort } from '../../infra/embedded/processes.js';
import { makeBucket, s3Environment } from '../catalogue/media/bucket.js';
import { openProcess } from '../faults/topology.js';
import { startNginx } from './nginx.js';
import { startGatewayProcess } from './processes.js';
import { startRedis } from './redis.js';
import type { Swift } from './swift.js';

/**
 * Two gateways, each a process, behind nginx, in place of the one of built.ts. They count in a Redis of their own, and keep images
 * in a bucket of the Swift that `TEST_BEHIND_NGINX` describes.
 */
export async function startBehindNginx(env: Record<string, string>) {
  const swift = JSON.parse(process.env['TEST_BEHIND_NGINX']!) as Swift;
  const [redis, { config }] = await Promise.all([startRedis(), makeBucket(swift)]);
  const ports = [await freePort(), await freePort()];
  const { origin } = await startNginx(ports.map((port) => `127.0.0.1:${port}`));
  const shared = { ...s3Environment(config), REDIS_URL: redis.url, SITE_ORIGIN: origin, TRUST_PROXY: '1' };
  const gateways = ports.map((port) =>
    openProcess(() => startGatewayProcess({ ...env, ...shared, PORT: String(port) })),
  );
  await Promise.all(gateways.map((each) => each.start()));
  const close = async () => void (await Promise.all(gateways.map((each) => each.kill())));
  return { origin, gateways, redis, lastError: () => '', close };
}
