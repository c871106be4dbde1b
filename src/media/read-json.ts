import type { IncomingMessage } from 'node:http';
import { jsonParser } from 'stream-json/core/parser.js';
import type { Token } from 'stream-json/core/parser.js';
import { piecesOf } from '../http/body.js';
import { refuseOtherCharsets } from '../http/json-body.js';
import { badField, Problem } from '../http/problem.js';
import { base64Reader } from './base64.js';
import type { Base64Reader } from './base64.js';
import type { Upload } from './receive.js';
import { checkDeclared, MAX_BYTES, MAX_IMAGES, readFilename, readGroup, refused } from './rules.js';
import type { Reason } from './rules.js';
import type { Spool } from './spool.js';

/** Base64 is a third longer, and clients escape slashes or break lines in it. */
const MAX_BODY = Math.ceil(MAX_IMAGES * MAX_BYTES * (4 / 3) * 1.2);
const MAX_DEPTH = 32;
const LONGEST_TEXT = 1_000;

const IMAGE_FIELDS = ['dataUrl', 'image'];
const TEXT_FIELDS = ['mime', 'filename', 'group'];

/**
 * Reads one image or an array of them. The text is never whole in memory: it is parsed as it arrives, and the
 * base64 of each image goes decoded into its spool file.
 * @throws Problem 400 for what is no such JSON or has too many images, 413 for one that is too large as a whole.
 *   What is wrong with a single image is in its `fault`.
 */
export async function readImages(
  req: IncomingMessage,
  spool: Spool,
): Promise<{ uploads: Upload[]; many: boolean }> {
  refuseOtherCharsets(req);
  const parse = jsonParser({ packValues: false });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = imagesReader(spool);
  let received = 0;
  for await (const piece of piecesOf(req)) {
    received += piece.length;
    if (received > MAX_BODY) throw new Problem('too-large', `The body may have ${MAX_BODY} bytes at most.`);
    for (const token of wellFormed(() => tokensOf(parse(decoder.decode(piece, { stream: true })))))
      reader.take(token);
    await reader.write();
  }
  return reader.end();
}

function tokensOf(parsed: unknown): Token[] {
  return typeof parsed === 'object' ? (parsed as { values: Token[] }).values : [];
}

function wellFormed<T>(work: () => T): T {
  try {
    return work();
  } catch {
    throw malformed();
  }
}

function malformed(): Problem {
  return new Problem('bad-request', 'The body is not valid JSON.', {
    errors: [{ path: '', code: 'malformed_json', message: 'not valid JSON' }],
  });
}

/** An image whose fields are being read. */
interface Unfinished {
  upload: Upload;
  texts: Record<string, string>;
  image: Base64Reader | null;
}

/** Reads images from the tokens of the body; other fields are skipped. */
function imagesReader(spool: Spool) {
  const uploads: Upload[] = [];
  const decoded: { upload: Upload; bytes: Buffer }[] = [];
  let depth = 0;
  let many = false;
  let ended = false;
  let item: Unfinished | null = null;
  let key = '';
  let into: 'key' | 'image' | 'text' | null = null;

  const itemDepth = (): number => (many ? 1 : 0);
  const isField = (): boolean => item !== null && depth === itemDepth() + 1;
  const isKnown = (): boolean => [...IMAGE_FIELDS, ...TEXT_FIELDS].includes(key);
  const fault = (reason: Reason): void => {
    item!.upload.fault ??= refused(reason);
  };
  const notText = (): void => {
    item!.upload.fault ??= refused('not_text', key, key);
  };

  const begin = (): void => {
    if (uploads.length === MAX_IMAGES)
      throw badField(
        '',
        'too_many_images',
        `A call may have ${MAX_IMAGES} images at most; nothing was stored.`,
      );
    const upload: Upload = { file: spool.file(), filename: null, group: 'api', fault: null };
    uploads.push(upload);
    item = { upload, texts: {}, image: null };
  };
  const decode = (final: boolean): void => {
    const { upload, image } = item!;
    if (upload.fault) return;
    try {
      const bytes = image!.decode(final);
      if (bytes.length > 0) decoded.push({ upload, bytes });
    } catch (error) {
      upload.fault = error as Problem;
    }
  };
  const finish = (): void => {
    const { upload, texts, image } = item!;
    try {
      if (image === null) throw refused('missing_image');
      checkDeclared(texts['mime']);
      checkDeclared(image.declared());
      upload.filename = readFilename(texts['filename']);
      upload.group = readGroup(texts['group']);
    } catch (error) {
      upload.fault ??= error as Problem;
    }
    item = null;
  };
  /** A value that is neither an object nor a text field. */
  const other = (isNull: boolean): void => {
    if (depth === 0)
      throw badField('', 'not_an_image', 'The body must be an image object or an array of them.');
    if (many && depth === 1) {
      begin();
      fault('not_an_object');
      item = null;
    } else if (isField() && isKnown() && !isNull) notText();
  };

  return {
    take(token: Token): void {
      switch (token.name) {
        case 'startObject':
        case 'startArray': {
          const isObject = token.name === 'startObject';
          if (depth === 0 && !isObject) many = true;
          else if (depth === itemDepth()) {
            begin();
            if (!isObject) fault('not_an_object');
          } else if (isField() && isKnown()) notText();
          if (++depth > MAX_DEPTH)
            throw badField('', 'too_deep', `The body may be ${MAX_DEPTH} levels deep at most.`);
          break;
        }
        case 'endObject':
        case 'endArray':
          depth -= 1;
          if (item !== null && depth === itemDepth()) finish();
          if (depth === 0) ended = true;
          break;
        case 'startKey':
          key = '';
          into = 'key';
          break;
        case 'startString':
          if (!isField()) other(false);
          else if (IMAGE_FIELDS.includes(key)) {
            if (item!.image) fault('repeated');
            else item!.image = base64Reader(key === 'dataUrl');
            into = 'image';
          } else if (TEXT_FIELDS.includes(key)) {
            item!.texts[key] = '';
            into = 'text';
          }
          break;
        case 'stringChunk':
          if (into === 'image') {
            if (!item!.upload.fault) item!.image!.add(token.value);
          } else if (into === 'key' && key.length < LONGEST_TEXT) key += token.value;
          else if (into === 'text' && item!.texts[key]!.length < LONGEST_TEXT)
            item!.texts[key] += token.value;
          break;
        case 'endString':
          if (into === 'image') decode(true);
          into = null;
          break;
        case 'endKey':
          into = null;
          break;
        case 'startNumber':
        case 'trueValue':
        case 'falseValue':
        case 'nullValue':
          other(token.name === 'nullValue');
          break;
        default:
          break;
      }
    },

    /** Writes the decoded bytes to the spool. */
    async write(): Promise<void> {
      if (into === 'image') decode(false);
      for (const { upload, bytes } of decoded.splice(0)) {
        if (upload.fault) continue;
        try {
          await upload.file.write(bytes);
        } catch (error) {
          if (!(error instanceof Problem) || !many) throw error;
          upload.fault = error;
        }
      }
    },

    end(): { uploads: Upload[]; many: boolean } {
      if (!ended) throw malformed();
      if (uploads.length === 0) throw badField('', 'no_images', 'The body must have at least one image.');
      return { uploads, many };
    },
  };
}
