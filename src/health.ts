import { z } from 'zod';
import { route } from './http/route.js';
import type { Route } from './http/route.js';

/** Something the service stands on, and how to see that it is there. */
export interface Dependency {
  name: string;
  /** without it nothing can be answered */
  needed: boolean;
  /** throws where it is away */
  check: () => Promise<unknown>;
}

const CHECK_MS = 2_000;

/** Work that is worth waiting for no longer than 2 s. @throws where it takes longer */
export async function inTime<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), CHECK_MS);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a dependency answers. */
export async function stateOf({ check }: Dependency): Promise<'up' | 'down'> {
  return inTime(check).then(
    () => 'up',
    () => 'down',
  );
}

const headers = { 'Cache-Control': 'no-store' };
const readiness = z.object({ ok: z.boolean(), dependencies: z.record(z.string(), z.enum(['up', 'down'])) });

/** `/healthz`: the process lives. `/readyz`: each dependency with its state; 503 where a needed one is away. */
export function healthRoutes(dependencies: Dependency[]): Route[] {
  return [
    route({
      method: 'get',
      path: '/healthz',
      access: 'open',
      limit: 'none',
      doc: {
        id: 'health',
        tag: 'Health',
        summary: 'The process lives',
        answers: { 200: { description: 'It does', schema: z.object({ ok: z.literal(true) }) } },
      },
      handle: () => ({ body: { ok: true }, headers }),
    }),
    route({
      method: 'get',
      path: '/readyz',
      access: 'open',
      limit: 'none',
      doc: {
        id: 'ready',
        tag: 'Health',
        summary: 'Each dependency with its state',
        answers: {
          200: { description: 'Ready', schema: readiness },
          503: { description: 'A needed dependency is away', schema: readiness },
        },
      },
      async handle() {
        const states = await Promise.all(dependencies.map(stateOf));
        const ok = dependencies.every(({ needed }, i) => !needed || states[i] === 'up');
        return {
          status: ok ? 200 : 503,
          headers,
          body: {
            ok,
            dependencies: Object.fromEntries(dependencies.map(({ name }, i) => [name, states[i]])),
          },
        };
      },
    }),
  ];
}
