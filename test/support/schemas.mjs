// The schemas of OpenAPI documents, compiled. Loaded outside of jest's sandbox (built.ts): what one test file has needed
// is compiled for all later ones of its worker. It takes texts alone, and so holds nothing of a sandbox.
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

const opened = new Map();
const documents = new Map();

/**
 * The document of services that are configured alike: written once for all test files of a worker.
 * @param {string} configuration
 * @param {() => Promise<string>} read
 * @returns {Promise<string>}
 */
export async function documentOf(configuration, read) {
  if (!documents.has(configuration)) documents.set(configuration, await read());
  return documents.get(configuration);
}

/**
 * Takes the objects of a document as closed: see openapi.ts.
 * @param {string} document JSON
 * @returns {(schema: object, value: unknown) => string | null} what is wrong with a value; `document#/…` refers to the document
 */
export function openSchemas(document) {
  if (!opened.has(document)) opened.set(document, compiled(closed(JSON.parse(document))));
  return opened.get(document);
}

function compiled(document) {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(document, 'document');
  const validators = new Map();
  return (schema, value) => {
    const text = JSON.stringify(schema);
    if (!validators.has(text)) validators.set(text, ajv.compile(JSON.parse(text)));
    const validate = validators.get(text);
    return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'body' });
  };
}

/** A copy of a document in which every object schema that names its properties has no others. */
export function closed(node) {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  if (copy.type === 'object' && copy.properties) copy.additionalProperties ??= false;
  return copy;
}
