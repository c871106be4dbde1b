import { Marked } from 'marked';
import { Html } from '../storefront/html.js';
import { inLanguage } from './languages.js';
import type { Language } from './languages.js';

const marked = new Marked({
  renderer: {
    heading({ tokens, text }) {
      return `<h3 id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h3>`;
    },
  },
});
/** A text in one line, with its code and links. */
export const inlineMarkdown = (text: string): Html => new Html(marked.parseInline(text) as string);

/** A whole text. */
export const markdown = (text: string): Html => new Html(marked.parse(text) as string);

export const slugOf = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, '-');

/** How texts of the document are written in one language. */
export function textsIn(lang: Language) {
  const said = (text: string | undefined): string => (text === undefined ? '' : inLanguage(text, lang));
  const rich = (text: string | undefined): Html => markdown(said(text));
  const inline = (text: string | undefined): Html => inlineMarkdown(said(text));
  return { said, rich, inline };
}
