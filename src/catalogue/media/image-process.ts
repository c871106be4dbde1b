import { asProblem, serve } from '../../platform/index.js';
import type { ImageAnswer, ImageTask } from './decode.js';
import { inspect, shrink } from './inspect.js';

// A process of decode.ts: one image at a time.

serve(async ({ content, width }: ImageTask): Promise<ImageAnswer> => {
  if (width !== undefined) return { done: await shrink(content, width) };
  try {
    return { done: await inspect(content) };
  } catch (error) {
    const { slug, message, errors } = asProblem(error);
    return { refused: { slug, message, errors } };
  }
});
