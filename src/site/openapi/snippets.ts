import { exampleBody, exampleOfParameter } from './operations.js';
import type { DocumentedCall } from './operations.js';

/** The languages of the examples: names as they are shown. */
export const SNIPPETS = { curl: 'curl', javascript: 'JavaScript', python: 'Python' } as const;
export type SnippetLanguage = keyof typeof SNIPPETS;

/** A call in its first example, as a program that can be pasted and run: the key comes from the environment. */
export function snippet(call: DocumentedCall, language: SnippetLanguage, origin: string): string {
  return WRITERS[language](call, `${origin}/api/v1${exampleAddress(call)}`);
}

/** The path and the query of a call: with what it needs, and the first parameter that has an example. */
export function exampleAddress({ path, parameters = [] }: DocumentedCall): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
    const example = parameter && exampleOfParameter(parameter);
    return example === undefined ? whole : encodeURIComponent(example);
  });
  const shown = parameters.filter((each) => each.in === 'query' && exampleOfParameter(each) !== undefined);
  const needed = shown.filter((each) => each.required);
  const query = new URLSearchParams(
    (needed.length > 0 ? needed : shown.slice(0, 1)).map((each): [string, string] => [
      each.name,
      exampleOfParameter(each) ?? '',
    ]),
  );
  return query.size > 0 ? `${filled}?${query.toString()}` : filled;
}

const WRITERS: Record<SnippetLanguage, (call: DocumentedCall, address: string) => string> = {
  curl(call, address) {
    const body = exampleBody(call);
    const lines = [`curl ${call.method === 'GET' ? '' : `-X ${call.method} `}'${address}'`];
    if (call.locked) lines.push(`-H "X-API-Key: $API_KEY"`);
    if (body?.type === 'multipart/form-data') lines.push(`-F file=@file`);
    else if (body && body.value === undefined)
      lines.push(`-H 'Content-Type: ${body.type}'`, `--data-binary @file`);
    else if (body) lines.push(`-H 'Content-Type: ${body.type}'`, `-d '${inShell(body.value)}'`);
    return lines.join(' \\\n  ');
  },
  javascript(call, address) {
    const body = exampleBody(call);
    const isForm = body?.type === 'multipart/form-data';
    const headers = {
      ...(call.locked && { 'X-API-Key': 'process.env.API_KEY' }),
      ...(body && !isForm && { 'Content-Type': `'${body.type}'` }),
    };
    const options = [
      ...(call.method === 'GET' ? [] : [`method: '${call.method}'`]),
      ...(Object.keys(headers).length > 0
        ? [`headers: { ${Object.entries(headers).map(([name, value]) => `'${name}': ${value}`).join(', ')} }`] // prettier-ignore
        : []),
      ...(body ? [`body${bodyInJavaScript(isForm, body.value)}`] : []),
    ];
    const isFile = body && (isForm || body.value === undefined);
    const before = isFile
      ? `import { readFile } from 'node:fs/promises';\n\nconst file = await readFile('file');\n${isForm ? "const body = new FormData();\nbody.set('file', new Blob([file]), 'file');\n" : ''}`
      : '';
    const asked = options.length > 0 ? `, {\n  ${options.join(',\n  ')},\n}` : '';
    return `${before}const answer = await fetch('${address}'${asked});\nconsole.log(answer.status, await answer.${returns(call)}());`;
  },
  python(call, address) {
    const body = exampleBody(call);
    const isForm = body?.type === 'multipart/form-data';
    const options = [`"${address}"`];
    const headers = [
      ...(call.locked ? ['"X-API-Key": os.environ["API_KEY"]'] : []),
      ...(body && body.value === undefined && !isForm ? [`"Content-Type": "${body.type}"`] : []),
    ];
    if (headers.length > 0) options.push(`headers={${headers.join(', ')}}`);
    if (isForm) options.push('files={"file": open("file", "rb")}');
    else if (body && body.value === undefined) options.push('data=open("file", "rb")');
    else if (body) options.push(`json=${inPython(body.value)}`);
    const imports = call.locked ? 'import os\nimport requests' : 'import requests';
    return `${imports}\n\nanswer = requests.${call.method.toLowerCase()}(\n    ${options.join(',\n    ')},\n)\nprint(answer.status_code, answer.${returns(call) === 'json' ? 'json()' : 'text'})`;
  },
};

const bodyInJavaScript = (isForm: boolean, value: unknown): string =>
  isForm ? '' : value === undefined ? ': file' : `: JSON.stringify(${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')})`; // prettier-ignore

const inShell = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll("'", String.raw`'\''`);

const WORDS = { true: 'True', false: 'False', null: 'None' };

/** A value of JSON as Python writes it. */
function inPython(value: unknown): string {
  // Only words outside of strings are keywords: strings are matched first, and left unchanged.
  return JSON.stringify(value, null, 4)
    .replaceAll(
      /"(?:[^"\\]|\\.)*"|\b(true|false|null)\b/g,
      (whole, word) => WORDS[word as keyof typeof WORDS] ?? whole,
    )
    .replaceAll('\n', '\n    ');
}

const returns = ({ responses }: DocumentedCall): 'json' | 'text' => {
  // Without a success of its own a call redirects, and what comes then is no JSON.
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const [type] = Object.keys(success?.[1].content ?? {});
  return type?.includes('json') ? 'json' : 'text';
};
