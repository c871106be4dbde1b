#!/usr/bin/env node
// The command `product-data-service`: the whole service with its servers, as `npm start` in a checkout.
await import('./ready.mjs');
await import('../dist/start.js');
