import { route } from './route.js';
import type { Route } from './route.js';
import { within } from '../process/time-out.js';

/** A server that the service depends on, and how to check it. */
export interface HealthCheck {
  name: string;
  /** whether the service is not ready without it */
  needed?: boolean;
  /** throws when it is unavailable */
  check: () => Promise<unknown>;
}

/** Time-out of a check, ms. Shorter than that of a metric, so that the metric can report a failed check. */
const CHECK_MS = 1_500;

/** Checks the dependencies; never throws. */
export type Health = ReturnType<typeof openHealth>;

/** How long a result is reused, ms: `/readyz` is open to anybody, and each check costs the dependencies work. */
const REUSED_MS = 1_000;

/** A health check of these dependencies. Concurrent callers, and those within a second, share one result. */
export function openHealth(dependencies: HealthCheck[]) {
  let last: ReturnType<typeof checkAll> | undefined;
  const forgetLater = (): void => void setTimeout(() => (last = undefined), REUSED_MS).unref();
  return () => (last ??= checkAll(dependencies).finally(forgetLater));
}

/** Whether every needed dependency is up, and the state of each dependency by its name. */
async function checkAll(dependencies: HealthCheck[]) {
  const states = await Promise.all(
    dependencies.map(async ({ name, needed, check }) => {
      const isUp = await within(CHECK_MS, check()).then(
        () => true,
        () => false,
      );
      return { name, needed, isUp };
    }),
  );
  return {
    ok: states.every(({ needed, isUp }) => isUp || !needed),
    dependencies: Object.fromEntries(states.map(({ name, isUp }) => [name, isUp ? 'up' : 'down'])),
  };
}

const headers = { 'Cache-Control': 'no-store' };

/** `/healthz`: liveness. `/readyz`: the state of each dependency; 503 when a needed one is down. */
export function healthRoutes(health: Health): Route[] {
  return [
    route('get', '/healthz', 'open', {
      limit: 'none',
      handle: () => ({ body: { ok: true }, headers }),
    }),
    route('get', '/readyz', 'open', {
      limit: 'none',
      async handle() {
        const body = await health();
        if (body.ok) return { headers, body };
        return { status: 503, headers: { ...headers, 'Retry-After': String(REUSED_MS / 1_000) }, body };
      },
    }),
  ];
}
