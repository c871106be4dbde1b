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

/** For how long a dependency is waited for, ms: less than a metric, which shows what came of it, is waited for. */
const CHECK_MS = 1_500;

/** Work that is worth waiting for no longer than `ms`. @throws where it takes longer */
export async function inTime<T>(work: () => Promise<T>, ms = 2_000): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ms);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether everything that is needed answers, and the state of each dependency by its name. */
export interface Readiness {
  ok: boolean;
  dependencies: Record<string, 'up' | 'down'>;
}

/** Looks at the dependencies; never throws. */
export type Health = () => Promise<Readiness>;

/** For how long a look is good, ms: anybody may ask, and a look is work for those that are looked at. */
const GOOD_FOR_MS = 1_000;

/** Looks at these dependencies: once for all who ask at the same time, or within a second after it. */
export function openHealth(dependencies: Dependency[]): Health {
  let last: Promise<Readiness> | undefined;
  const forget = (): void => {
    last = undefined;
  };
  return () => (last ??= look(dependencies).finally(() => setTimeout(forget, GOOD_FOR_MS).unref()));
}

async function look(dependencies: Dependency[]): Promise<Readiness> {
  const states = await Promise.all(
    dependencies.map(async ({ name, needed, check }) => {
      const isUp = await inTime(check, CHECK_MS).then(
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
const readiness = z.object({ ok: z.boolean(), dependencies: z.record(z.string(), z.enum(['up', 'down'])) });

/** `/healthz`: the process lives. `/readyz`: each dependency with its state; 503 where a needed one is away. */
export function healthRoutes(health: Health): Route[] {
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
        summary: 'Each dependency with its state, no older than a second',
        answers: {
          200: { description: 'Ready', schema: readiness },
          503: { description: 'A needed dependency is away', schema: readiness },
        },
      },
      async handle() {
        const body = await health();
        return { status: body.ok ? 200 : 503, headers, body };
      },
    }),
  ];
}
