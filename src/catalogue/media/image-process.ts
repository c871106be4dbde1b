import { Problem, serve, told } from '../../platform/index.js';
import type { ImageAnswer, ImageTask } from './decode.js';
import { inspect, shrink } from './inspect.js';

// A process of decode.ts: one image at a time.

serve(async ({ content, width }: ImageTask): Promise<ImageAnswer> => {
  try {
    return { done: width === undefined ? await inspect(content) : await shrink(content, width) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: told(error) };
  }
});
