import { setMaxListeners } from 'node:events';

/** A controller that is aborted with any of its parents, until it is released. */
interface LinkedController extends AbortController {
  release(): void;
}

/**
 * Like `AbortSignal.any`, for long-lived parents: once released, they keep no reference to it. (In Node 20
 * short-lived signals that `any` makes of a long-lived one pile up.)
 */
export function linked(...parents: AbortSignal[]): LinkedController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // every request to the engine listens
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
