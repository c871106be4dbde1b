/** Markup that is safe to send: everything inserted into it was escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text escaped for markup. */
export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!);
}

type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[];

function render(part: HtmlPart): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return escape(part);
  if (typeof part === 'number') return String(part);
  return part ? part.map(render).join('') : '';
}

/** A template of markup: inserted parts are escaped unless they are {@link Html}. */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(strings.map((text, i) => text + (i < parts.length ? render(parts[i]) : '')).join(''));
}

/** Data for a script element (JSON-LD), with `<` escaped so that no text in it can end the element. */
export function jsonScript(data: unknown): Html {
  return new Html(JSON.stringify(data).replaceAll('<', '\\u003c'));
}
