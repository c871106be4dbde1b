// Writes src/client/schema.ts: the types of the API, from its own OpenAPI document. With --check nothing is written;
// it fails where the file is not what would be written.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';
import { apiRoutes } from '../../dist/src/app.js';
import { openApiDocument } from '../../dist/src/site/openapi/document.js';

const file = fileURLToPath(new URL('../../src/client/schema.ts', import.meta.url));
// It brings a compiler of its own, an older one.
const require = createRequire(new URL('../site/openapi/generator/package.json', import.meta.url));
const { default: openapiTS, astToString } = require('openapi-typescript');

// Of the parts only what documents the routes is read, and nothing runs.
const document = openApiDocument(apiRoutes({}), 'http://localhost:3000');
const types = astToString(await openapiTS(JSON.parse(JSON.stringify(document))));
const settings = await prettier.resolveConfig(file);
const text = await prettier.format(
  `// Made from the OpenAPI document by \`npm run client:types\`: not to be edited.\n/* oxlint-disable */\n\n${types}`,
  { ...settings, filepath: file },
);

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write('src/client/schema.ts is not up to date: npm run client:types\n');
  process.exitCode = 1;
}
