// An indexer that kills or stops itself the nth time it comes to a step. It runs on the build in dist/.
import pino from 'pino';
import { loadConfig } from '../../dist/src/platform/config.js';
import { runIndexer } from '../../dist/indexer/leader.js';
import { openContext } from '../../dist/indexer/context.js';

const { step, times, signal, ...overrides } = JSON.parse(process.argv[2]);
let left = times;
const context = openContext(loadConfig(process.env), pino({ level: process.env.LOG_LEVEL ?? 'silent' }));
const killing = {
  onStep(now) {
    if (now === step && --left === 0) process.kill(process.pid, signal);
  },
};
await runIndexer({ ...context, ...overrides, ...killing }, { signal: new AbortController().signal });
