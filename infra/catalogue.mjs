#!/usr/bin/env node
// The command `catalogue`.
await import('./ready.mjs');
await import('../dist/catalogue.js');
