import { Router } from 'express';

/** Something the service stands on, and how to see that it is there. */
export interface Dependency {
  name: string;
  /** without it nothing can be answered */
  needed: boolean;
  /** throws where it is away */
  check: () => Promise<unknown>;
}

const CHECK_MS = 2_000;

async function stateOf({ check }: Dependency): Promise<'up' | 'down'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), CHECK_MS);
  });
  try {
    await Promise.race([check(), late]);
    return 'up';
  } catch {
    return 'down';
  } finally {
    clearTimeout(timer);
  }
}

/** `/healthz`: the process lives. `/readyz`: each dependency with its state; 503 where a needed one is away. */
export function healthRoutes(dependencies: Dependency[]): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => void res.set('Cache-Control', 'no-store').json({ ok: true }));
  router.get('/readyz', async (_req, res) => {
    const states = await Promise.all(dependencies.map(stateOf));
    const ok = dependencies.every(({ needed }, i) => !needed || states[i] === 'up');
    const named = Object.fromEntries(dependencies.map(({ name }, i) => [name, states[i]]));
    res
      .status(ok ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ ok, dependencies: named });
  });
  return router;
}
