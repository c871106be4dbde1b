import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { healthRoutes, openHealth } from '../../../src/platform/http/health.js';
import type { HealthCheck } from '../../../src/platform/http/health.js';
import { openBodyLimits } from '../../../src/platform/http/body.js';
import { beginContext } from '../../../src/platform/http/context.js';
import { mount } from '../../../src/platform/http/route.js';
import { createExpressServer } from '../../../src/platform/http/server.js';
import { openMetrics } from '../../../src/platform/process/metrics.js';
import { listening } from '../../support/listening.js';

/** A dependency that counts how often it is looked at. */
function counted(name: string, needed: boolean): HealthCheck & { looks: number; isUp: boolean } {
  const dependency = {
    name,
    needed,
    looks: 0,
    isUp: true,
    async check() {
      dependency.looks += 1;
      await sleep(20);
      if (!dependency.isUp) throw new Error('away');
    },
  };
  return dependency;
}

const postgres = counted('postgres', true);
const images = counted('images', false);
let ask: () => Promise<{ status: number; retryAfter?: string; body: unknown }>;

beforeAll(async () => {
  const app = express().use(beginContext);
  mount(app, healthRoutes(openHealth([postgres, images])), () => [], {
    bodies: { limits: openBodyLimits() },
  });
  const address = `${await listening(createExpressServer(app, {}))}/readyz`;
  ask = async () => {
    const answer = await fetch(address);
    const retryAfter = answer.headers.get('Retry-After');
    return { status: answer.status, ...(retryAfter !== null && { retryAfter }), body: await answer.json() };
  };
});

test('however many ask for /readyz, each dependency is looked at once in a second, and then a change is seen', async () => {
  const up = { status: 200, body: { ok: true, dependencies: { postgres: 'up', images: 'up' } } };
  const begun = performance.now();
  for (const answer of await Promise.all(Array.from({ length: 50 }, ask))) expect(answer).toEqual(up);
  for (let n = 0; n < 50; n++) expect(await ask()).toEqual(up);
  const seconds = Math.ceil((performance.now() - begun) / 1_000);
  expect(postgres.looks).toBeLessThanOrEqual(seconds);
  expect(images.looks).toBe(postgres.looks);

  postgres.isUp = false;
  await sleep(1_100);
  const { looks } = postgres;
  expect(await ask()).toEqual({
    status: 503,
    retryAfter: '1',
    body: { ok: false, dependencies: { postgres: 'down', images: 'up' } },
  });
  expect(postgres.looks).toBe(looks + 1);
});

test('a dependency that gives no answer is down, and a metric that tells so is not left out', async () => {
  const health = openHealth([
    { name: 'frozen', needed: false, check: () => new Promise(() => {}) },
    { name: 'well', needed: true, check: async () => {} },
  ]);
  const metrics = openMetrics();
  metrics.exposeBy('dependency', 'dependency_up', 'state', async () =>
    Object.fromEntries(
      Object.entries((await health()).dependencies).map(([name, state]) => [name, Number(state === 'up')]),
    ),
  );
  const text = await metrics.text();
  expect(text).toContain('dependency_up{dependency="frozen"} 0');
  expect(text).toContain('dependency_up{dependency="well"} 1');
});
