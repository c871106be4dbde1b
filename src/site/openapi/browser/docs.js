// The documentation: Swagger UI over the document in the language of the page, with programs in three languages for what is asked.
/* global SwaggerUIBundle */
const root = document.querySelector('#docs');

/** A request that was made, as what a program has to say. */
function partsOf(request) {
  const headers = Object.entries(request.get('headers')?.toJS() ?? {});
  const body = request.get('body');
  return { method: request.get('method'), url: request.get('url'), headers, body: typeof body === 'string' ? body : undefined }; // prettier-ignore
}
const listed = (headers) => headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`).join(''); // prettier-ignore
const PROGRAMS = {
  javascript: ({ method, url, headers, body }) =>
    `const answer = await fetch(${JSON.stringify(url)}, {\n  method: '${method}',\n  headers: {\n${listed(headers)}  },\n${body === undefined ? '' : `  body: ${JSON.stringify(body)},\n`}});\nconsole.log(answer.status, await answer.text());`,
  python: ({ method, url, headers, body }) =>
    `import requests\n\nanswer = requests.request(\n  '${method}', ${JSON.stringify(url)},\n  headers={\n${listed(headers)}  },\n${body === undefined ? '' : `  data=${JSON.stringify(body)}.encode(),\n`})\nprint(answer.status_code, answer.text)`,
};

/** The calls whose path or texts have all the words. */
function having(groups, phrase) {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) =>
      group.update('operations', (calls) =>
        calls.filter((call) => {
          const text = JSON.stringify([call.get('path'), call.get('method'), call.get('operation')]).toLowerCase();
          return words.every((word) => text.includes(word));
        }),
      ),
    )
    .filter((group) => group.get('operations').size > 0);
} // prettier-ignore

SwaggerUIBundle({
  url: root.dataset.document,
  validatorUrl: null,
  domNode: root,
  deepLinking: true,
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  onComplete() {
    const find = document.querySelector('.operation-filter-input');
    find.placeholder = root.dataset.find;
    find.setAttribute('aria-label', root.dataset.find);
  },
  requestSnippetsEnabled: true,
  requestSnippets: {
    generators: {
      curl_bash: { title: 'curl', syntax: 'bash' },
      javascript: { title: 'JavaScript', syntax: 'javascript' },
      python: { title: 'Python', syntax: 'python' },
    },
  },
  plugins: [
    () => ({
      fn: {
        opsFilter: having,
        requestSnippetGenerator_javascript: (request) => PROGRAMS.javascript(partsOf(request)),
        requestSnippetGenerator_python: (request) => PROGRAMS.python(partsOf(request)),
      },
    }),
  ],
});
