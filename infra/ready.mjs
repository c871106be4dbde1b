// Before a program of the command line: in a checkout what it needs is installed and built. A release has it all, and keeps
// its data in the folder where it was called, as its own goes with the next version.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

process.setSourceMapsEnabled(true);
if (existsSync(join(import.meta.dirname, 'prepare.mjs'))) await import('./prepare.mjs');
else process.env.DATA_DIR = resolve(process.env.DATA_DIR || 'data');
