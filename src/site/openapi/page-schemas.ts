import { html } from '../storefront/html.js';
import type { Html } from '../storefront/html.js';
import type { Language } from './languages.js';
import { referenced } from './operations.js';
import type { Parameter, Schema } from './operations.js';
import { textsIn } from './page-markdown.js';
import { PAGE_TEXTS } from './page-texts.js';

/** Fields within fields are shown to this depth; what is deeper has its own name in the document. */
const DEPTH = 5;

/** How types, fields and parameters are written in one language. */
export function schemasIn(lang: Language) {
  const t = PAGE_TEXTS[lang];
  const { inline } = textsIn(lang);

  /** `string`, `list of number`, a link to an object, … */
  function typeOf(schema: Schema): Html {
    if (schema.$ref) {
      const name = referenced(schema.$ref);
      return html`<a href="#schema-${name}">${name}</a>`;
    }
    if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
    const ways = schema.anyOf ?? schema.oneOf;
    if (ways) return html`${ways.map((way, at) => html`${at > 0 ? ` ${t.or} ` : ''}${typeOf(way)}`)}`;
    if (schema.allOf) return html`${schema.allOf.map(typeOf)}`;
    if (schema.type === 'array') return html`${t.list_of} ${typeOf(schema.items ?? {})}`;
    return html`${[schema.type ?? 'any'].flat().join(` ${t.or} `)}`;
  }

  function bounds(schema: Schema): Html {
    const parts: Html[] = [];
    if (schema.enum)
      parts.push(html`${t.one_of} ${schema.enum.map((each, at) => html`${at > 0 ? ', ' : ''}<code>${String(each)}</code>`)}`); // prettier-ignore
    if (schema.maxLength !== undefined) parts.push(html`${t.at_most} ${schema.maxLength} ${t.characters}`);
    if (schema.maxItems !== undefined) parts.push(html`${t.at_most} ${schema.maxItems}`);
    if (schema.minimum !== undefined || schema.maximum !== undefined)
      parts.push(html`${schema.minimum ?? '…'} – ${schema.maximum ?? '…'}`);
    if (schema.default !== undefined)
      parts.push(html`${t.default} <code>${JSON.stringify(schema.default)}</code>`);
    return html`${parts.map((part) => html`<span class="bound">${part}</span>`)}`;
  }

  /** The fields of an object, or of the objects of a list; empty where it has none. */
  function fields(schema: Schema | undefined, depth = 0): Html {
    if (!schema || schema.$ref || depth > DEPTH) return html``;
    if (schema.items) return fields(schema.items, depth);
    const ways = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    if (ways.length > 0) return html`${ways.map((way) => fields(way, depth))}`;
    const properties = Object.entries(schema.properties ?? {});
    if (properties.length === 0) return html``;
    return html`<dl>
      ${properties.map(([name, each]) => row(name, each, schema.required?.includes(name), depth))}
    </dl>`;
  }

  const row = (name: string, schema: Schema, isRequired: boolean | undefined, depth: number): Html =>
    html`<dt>
        <code>${name}</code> <span class="type">${typeOf(schema)}</span>
        ${isRequired && html`<span class="needed">${t.required}</span>`}
      </dt>
      <dd>${inline(schema.description)} ${bounds(schema)} ${fields(schema, depth + 1)}</dd>`;

  function parameters(all: Parameter[]): Html {
    if (all.length === 0) return html``;
    return html`<h4>${t.parameters}</h4>
      <dl>
        ${all.map(
          (each) =>
            html`<dt>
                <code>${each.name}</code> <span class="type">${typeOf(each.schema ?? {})}, ${t.where[each.in]}</span>
                ${each.required && html`<span class="needed">${t.required}</span>`}
              </dt>
              <dd>${inline(each.description ?? each.schema?.description)} ${bounds(each.schema ?? {})}</dd>`,
        )}
      </dl>`;
  }

  return { typeOf, fields, parameters };
}
