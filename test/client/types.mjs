// Writes src/client/schema.ts: the types of the API, from its own OpenAPI document.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { apiRoutes } from '../../dist/src/app.js';
import { openApiDocument } from '../../dist/src/site/openapi/document.js';

// It brings a compiler of its own, an older one.
const require = createRequire(new URL('../site/openapi/generator/package.json', import.meta.url));
const { default: openapiTS, astToString } = require('openapi-typescript');

// Of the parts only what documents the routes is read, and nothing runs.
const document = openApiDocument(apiRoutes({}), 'http://localhost:3000');
const types = astToString(await openapiTS(JSON.parse(JSON.stringify(document))));
writeFileSync(new URL('../../src/client/schema.ts', import.meta.url), types);
