import { unzipSync } from 'fflate';

/** The parts of a workbook, which is a zip archive, whatever capitals and slashes their names have. */
export type Package = ReturnType<typeof openPackage>;

const usual = (name: string): string => {
  const parts: string[] = [];
  for (const part of name.replaceAll('\\', '/').toLowerCase().split('/'))
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  return parts.join('/');
};

/** Opens the archive. @throws where it is none */
export function openPackage(content: Uint8Array) {
  const written = new Map<string, string>();
  let unpacked = 0;
  unzipSync(content, {
    filter: ({ name, originalSize }) => {
      unpacked += originalSize;
      if (!written.has(usual(name))) written.set(usual(name), name);
      return false;
    },
  });
  /** a part; undefined where there is none */
  const part = (name: string): Uint8Array | undefined => {
    const found = written.get(name);
    return found === undefined
      ? undefined
      : unzipSync(content, { filter: (entry) => entry.name === found })[found];
  };
  return {
    /** their names, as {@link part} takes them */
    names: [...written.keys()],
    /** the bytes that all are to unpack to, as they say */
    unpacked,
    part,
    /** The parts that a part refers to, by the ids of the relations, and the last word of their types, such as `worksheet`. */
    relations(name: string) {
      const folder = name.slice(0, name.lastIndexOf('/') + 1);
      const xml = part(`${folder}_rels/${name.slice(folder.length)}.rels`);
      const found = new Map<string, { type: string; target: string }>();
      const text = xml ? new TextDecoder(encodingOfXml(xml)).decode(xml) : '';
      for (const [tag] of text.matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)) {
        const of = (attribute: string): string =>
          new RegExp(`\\s${attribute}\\s*=\\s*(["'])(.*?)\\1`).exec(tag)?.[2] ?? '';
        const target = of('Target').replaceAll('&amp;', '&').replaceAll('%20', ' ');
        found.set(of('Id'), {
          type: of('Type').replace(/.*\//, '').toLowerCase(),
          target: usual(/^[/\\]/.test(target) ? target : folder + target),
        });
      }
      return found;
    },
  };
}

/** The encoding of XML: UTF-8, or UTF-16 with a mark, unless it names another. */
export function encodingOfXml(xml: Uint8Array): string {
  if (xml[0] === 0xff && xml[1] === 0xfe) return 'utf-16le';
  if (xml[0] === 0xfe && xml[1] === 0xff) return 'utf-16be';
  const begin = Buffer.from(xml.subarray(0, 200)).toString('latin1');
  const named = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)/.exec(begin)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return 'utf-8';
  }
}
