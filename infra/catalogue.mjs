#!/usr/bin/env node
// The command `catalogue`: makes the checkout ready, then hands over to src/cli.ts.
process.setSourceMapsEnabled(true);
await import('./prepare.mjs');
await import('../dist/src/cli.js');
