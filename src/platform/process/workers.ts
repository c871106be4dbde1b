import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';
import { ROOT } from './root.js';

/** Starts a thread for work that would block this one. @param file in src/: its compiled form is run, as no thread can load TypeScript */
export const startThread = (file: string, options: WorkerOptions): Worker =>
  new Worker(join(ROOT, 'dist/src', file), options);
