import { Worker } from 'node:worker_threads';
import type { WorkerOptions } from 'node:worker_threads';
import { builtProgram } from './root.js';

/** Starts a thread for work that would block this one. @param program by its name in infra/build.mjs */
export const startThread = (program: string, options: WorkerOptions): Worker =>
  new Worker(builtProgram(program), options);
