import { asset } from '../storefront/assets.js';
import { Html, html } from '../storefront/html.js';
import { inLanguage } from './languages.js';
import type { Language } from './languages.js';
import { callsOf, exampleBody, exampleOfParameter, examplesIn, referenced } from './operations.js';
import type { DocumentedCall, Document, Schema } from './operations.js';
import { markdown, slugOf, textsIn } from './page-markdown.js';
import { schemasIn } from './page-schemas.js';
import { PAGE_TEXTS } from './page-texts.js';
import { exampleAddress, snippet, SNIPPETS } from './snippets.js';
import type { SnippetLanguage } from './snippets.js';
import { INTRODUCTION } from './texts.js';

const headings = (markdown: string): string[] =>
  [...markdown.matchAll(/^## (.+)$/gm)].map(([, text]) => text!);

/** The page of the documentation in one language, made from the OpenAPI document. */
export function docsPage(document: Document, origin: string, lang: Language): string {
  const t = PAGE_TEXTS[lang];
  const { said, rich, inline } = textsIn(lang);
  const { typeOf, fields, parameters } = schemasIn(lang);

  const calls = callsOf(document);
  const groups = document.tags.map(({ name, description }) => ({
    name: lang === 'zh' ? inLanguage(description, 'zh') : name,
    about: lang === 'zh' ? '' : inLanguage(description, 'en'),
    id: `group-${name.toLowerCase()}`,
    calls: calls.filter(({ tags }) => tags[0] === name),
  }));
  const schemas = Object.entries(document.components.schemas);

  function contents(): Html {
    return html`<nav id="contents" aria-label="${t.contents}">
      <label class="find"
        ><span class="hidden">${t.find}</span
        ><input type="search" id="find" placeholder="${t.find}" autocomplete="off" spellcheck="false"
      /></label>
      <p id="nothing" role="status" hidden>${t.nothing}</p>
      <ul class="about">
        <li><a href="#introduction">${t.introduction}</a></li>
        ${headings(INTRODUCTION[lang]).map((text) => html`<li><a href="#${slugOf(text)}">${text}</a></li>`)}
      </ul>
      ${groups.map(
        (group) => html`<h2>${group.name}</h2>
          <ul>
            ${group.calls.map(
              (call) =>
                html`<li>
                  <a href="#${call.operationId}"
                    ><span class="method ${call.method.toLowerCase()}">${call.isWebhook ? '→' : call.method}</span>
                    <span>${said(call.summary)}</span></a
                  >
                </li>`,
            )}
          </ul>`,
      )}
      <h2>${t.schemas}</h2>
      <ul>
        ${schemas.map(([name]) => html`<li><a href="#schema-${name}">${name}</a></li>`)}
      </ul>
    </nav>`;
  }

  const json = (value: unknown): string =>
    typeof value === 'string' ? value : JSON.stringify(value, null, 2);

  function code(text: string, label: string): Html {
    return html`<div class="code">
      <button type="button" class="copy" aria-label="${t.copy}: ${label}">${t.copy}</button>
      <pre tabindex="0" aria-label="${label}"><code>${text}</code></pre>
    </div>`;
  }

  function media(content: Record<string, { schema?: Schema }> | undefined, name: string): Html {
    return html`${Object.entries(content ?? {}).map(
      ([type, each]) =>
        html`<p class="type">${type}${each.schema?.$ref && html`: ${typeOf(each.schema)}`}</p>
          ${fields(each.schema)}
          ${examplesIn(each, lang).map(
            ([label, value]) =>
              html`<details class="example">
                <summary>${t.example}${label && `: ${label}`}</summary>
                ${code(json(value), `${name}, ${label || t.example}`)}
              </details>`,
          )}`,
    )}`;
  }

  function answers(call: DocumentedCall): Html {
    return html`<h4>${t.answers}</h4>
      ${Object.entries(call.responses).map(([status, given]) => {
        const answer = given.$ref ? document.components.responses[referenced(given.$ref)]! : given;
        // What calls share is a 304 without a body or a problem, the same object everywhere: the text says it.
        const isShared = given.$ref !== undefined;
        return html`<section class="answer">
          <h5><code>${status}</code> ${inline(answer.description)}</h5>
          ${!isShared && media(answer.content, `${call.operationId} ${status}`)}
        </section>`;
      })}`;
  }

  function snippets(call: DocumentedCall): Html {
    return html`<div class="snippets">
      <div class="choice">
        ${Object.entries(SNIPPETS).map(
          ([language, name]) =>
            html`<button type="button" data-code="${language}" aria-pressed="${String(language === 'curl')}">
              ${name}
            </button>`,
        )}
      </div>
      ${Object.keys(SNIPPETS).map(
        (language) =>
          html`<div class="in-${language}">
            ${code(
              snippet(call, language as SnippetLanguage, origin),
              `${SNIPPETS[language as SnippetLanguage]}, ${call.operationId}`,
            )}
          </div>`,
      )}
    </div>`;
  }

  /** The form by which a call is tried out; the script fills in the rest. */
  function attempt(call: DocumentedCall): Html {
    const body = exampleBody(call);
    const asked = new URLSearchParams(exampleAddress(call).split('?')[1] ?? '');
    return html`<details class="try">
      <summary>${t.try}</summary>
      <form data-method="${call.method}" data-path="${call.path}" autocomplete="off">
        ${(call.parameters ?? []).map((each) => {
          const example = exampleOfParameter(each);
          const filled = each.in === 'path' ? (example ?? '') : (asked.get(each.name) ?? '');
          return html`<label
            >${each.name}<input
              name="${each.name}"
              data-in="${each.in}"
              value="${filled}"
              placeholder="${example ?? ''}"
              ${each.required ? new Html('required') : ''}
          /></label>`;
        })}
        ${
          body &&
          (body.value === undefined
            ? html`<label>${t.file} (${body.type})<input type="file" data-type="${body.type}" required /></label>`
            : html`<label
              >${t.body} (${body.type})<textarea data-type="${body.type}" rows="8" spellcheck="false">
${json(body.value)}</textarea
              ></label
            >`)
        }
        <button>${t.send}</button>
        <output aria-live="polite"></output>
      </form>
    </details>`;
  }

  const operation = (call: DocumentedCall): Html =>
    html`<article id="${call.operationId}" class="call">
      <h3>${said(call.summary)}</h3>
      <p class="address">
        <span class="method ${call.method.toLowerCase()}">${call.method}</span>
        <code>${call.path}</code>
        ${call.locked && html`<span class="needed">${t.needs_key}</span>`}
        ${call.isWebhook && html`<span class="needed">${t.webhook}</span>`}
      </p>
      ${rich(call.description)} ${!call.isWebhook && snippets(call)} ${!call.isWebhook && attempt(call)}
      <details class="more">
        <summary>${t.fields}</summary>
        ${parameters(call.parameters ?? [])}
        ${
          call.requestBody &&
          html`<h4>${t.body}</h4>
          ${media(call.requestBody.content, call.operationId)}`
        }
        ${answers(call)}
      </details>
    </article>`;

  return shell(
    lang,
    '/api-docs',
    t.title,
    html`<div class="docs">
      <details id="aside" open>
        <summary>${t.contents}</summary>
        ${contents()}
      </details>
      <main id="main" tabindex="-1" data-cut="${t.cut}" data-away="${t.away}" data-copied="${t.copied}">
        <h1>${t.title}</h1>
        <p><a href="/api-docs/openapi.json">${t.document}</a> · <a href="/api-docs/errors?lang=${lang}">${t.errors}</a></p>
        <p class="key">
          <label>${t.key}<input type="password" id="key" autocomplete="off" spellcheck="false" /></label>
          <small>${t.key_hint}</small>
        </p>
        <section id="introduction">${markdown(INTRODUCTION[lang])}</section>
        ${groups.map(
          (group) =>
            html`<section id="${group.id}" class="group">
              <h2>${group.name}</h2>
              ${group.about && html`<p>${group.about}</p>`} ${group.calls.map(operation)}
            </section>`,
        )}
        <section class="group">
          <h2>${t.schemas}</h2>
          ${schemas.map(
            ([name, schema]) =>
              html`<article id="schema-${name}" class="call">
                <h3>${name}</h3>
                ${rich(schema.description)} ${fields(schema)}
              </article>`,
          )}
        </section>
      </main>
    </div>`,
    'docs.js',
  );
}

/** A page of the documentation around its content. */
export function shell(lang: Language, path: string, title: string, content: Html, script?: string): string {
  const t = PAGE_TEXTS[lang];
  const other = lang === 'en' ? 'zh' : 'en';
  return html`<!doctype html>
    <html lang="${lang === 'zh' ? 'zh-CN' : 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Product Data Service</title>
        <meta name="description" content="${t.about}" />
        ${['zh', 'en'].map((each) => html`<link rel="alternate" hreflang="${each}" href="${path}?lang=${each}" />`)}
        <link rel="icon" href="${asset('icon.svg')}" />
        <link rel="stylesheet" href="${asset('style.css')}" />
        <link rel="stylesheet" href="/api-docs/docs.css" />
        ${script && html`<script type="module" src="/api-docs/${script}"></script>`}
      </head>
      <body>
        <a class="skip" href="#main">${t.skip}</a>
        <header class="top">
          <div class="bar">
            <a class="home" href="/api-docs?lang=${lang}">${t.title}</a>
            <nav class="site" aria-label="${t.site}">
              <a href="/?lang=${lang}">${t.home}</a>
              <a href="${path}?lang=${other}" lang="${other}" hreflang="${other}" data-language>${t.other}</a>
            </nav>
          </div>
        </header>
        ${content}
      </body>
    </html>`.text;
}
