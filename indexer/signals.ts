import { setMaxListeners } from 'node:events';

/** A controller that is aborted with any of its parents, until it is released. */
export interface LinkedController extends AbortController {
  release(): void;
}

/**
 * Like `AbortSignal.any`, for parents that outlive it by far: once released, nothing of it stays with them. (Many
 * short-lived signals made by `any` of a long-lived one pile up in Node 20.)
 */
export function linked(...parents: AbortSignal[]): LinkedController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // whatever is on its way to the engine listens
  const abort = (event: Event): void => controller.abort((event.target as AbortSignal).reason);
  for (const parent of parents) {
    if (parent.aborted) controller.abort(parent.reason);
    else parent.addEventListener('abort', abort);
  }
  return Object.assign(controller, {
    release: () => {
      for (const parent of parents) parent.removeEventListener('abort', abort);
    },
  });
}
