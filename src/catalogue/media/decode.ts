import { openPool, problemOf, unavailable, WorkerEnded } from '../../platform/index.js';
import type { ToldProblem } from '../../platform/index.js';
import type { ImageFacts } from './inspect.js';
import { refused } from './rules.js';

/** An image that is to be inspected, or of which a copy of this width is wanted. */
export interface ImageTask {
  content: Buffer;
  width?: number;
}

export type ImageAnswer = { done: ImageFacts | Buffer } | { problem: ToldProblem };

/** The longest that an image may take, which a busy machine alone makes so slow, ms. */
const LONGEST_MS = 60_000;

/** What decodes images. */
export type Decoder = ReturnType<typeof openDecoder>;

/**
 * Images are decoded in processes of their own: they come from anybody, decoding takes the memory of a crowd of readers, and it
 * gives way to what people wait for. The processes start with the first image; how many there are is the callers' limit.
 */
export function openDecoder() {
  const pool = openPool<ImageTask, ImageAnswer>({
    kind: 'process',
    program: 'image-process',
    megabytes: 128,
    idleMs: 20_000,
    givesWay: true,
  });
  let isClosed = false;
  const decoded = (task: ImageTask) => pool.run(task, { ms: LONGEST_MS });
  /** @throws Problem */
  async function run(task: ImageTask): Promise<ImageFacts | Buffer> {
    const answer = await decoded(task)
      // Another try tells an image that ends the decoder from a process that was ended by somebody else.
      .catch((error: unknown) => {
        if (error instanceof WorkerEnded && !isClosed) return decoded(task);
        throw error;
      })
      .catch((error: unknown) => {
        if (error instanceof WorkerEnded && !isClosed) throw refused('damaged');
        throw unavailable('Images cannot be decoded at the moment. Try again.', error);
      });
    if ('done' in answer) return answer.done;
    throw problemOf(answer.problem);
  }
  return {
    /** What an image is. @throws Problem 415, 503 */
    inspect: (content: Buffer) => run({ content }) as Promise<ImageFacts>,
    /** A smaller copy as WebP, no wider than this. @throws Problem 415, 503 */
    shrink: (content: Buffer, width: number) => run({ content, width }) as Promise<Buffer>,
    close(): Promise<void> {
      isClosed = true;
      return pool.close();
    },
  };
}
