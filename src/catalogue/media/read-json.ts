import type { IncomingMessage } from 'node:http';
import { jsonParser } from 'stream-json/core/parser.js';
import type { Token } from 'stream-json/core/parser.js';
import {
  badField,
  JSON_BOUNDS,
  malformedJson,
  piecesOf,
  Problem,
  refuseOtherCharsets,
} from '../../platform/index.js';
import { base64Reader } from './base64.js';
import type { Base64Reader } from './base64.js';
import type { Upload } from './receive.js';
import { checkDeclared, MAX_BYTES, MAX_IMAGES, readFilename, readGroup, refused } from './rules.js';
import type { Reason } from './rules.js';
import type { Spool } from './spool.js';

/** Base64 is a third longer, and clients escape slashes or break lines in it. */
const MAX_BODY = Math.ceil(MAX_IMAGES * MAX_BYTES * (4 / 3) * 1.2);
const MAX_DEPTH = 32;
/** Marks and values of the body, of which 20 images have a few hundred: the others cost a processor, and are for nothing. */
const MOST_TOKENS = JSON_BOUNDS.usual.values;
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
  stallMs?: number,
): Promise<{ uploads: Upload[]; many: boolean }> {
  refuseOtherCharsets(req);
  const parse = jsonParser({ packValues: false });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = new ImagesReader(spool);
  let received = 0;
  for await (const piece of piecesOf(req, stallMs)) {
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
    throw malformedJson();
  }
}

/** An image whose fields are being read. */
interface Unfinished {
  upload: Upload;
  texts: Record<string, string>;
  image: Base64Reader | null;
}

/** Reads images from the tokens of the body; other fields are skipped. */
class ImagesReader {
  readonly #spool: Spool;
  readonly #uploads: Upload[] = [];
  readonly #decoded: { upload: Upload; bytes: Buffer }[] = [];
  #tokens = 0;
  #depth = 0;
  /** an array of images; and the depth at which an image begins */
  #many = false;
  #itemDepth = 0;
  #ended = false;
  #item: Unfinished | null = null;
  #key = '';
  /** where the text goes that is being read */
  #into: 'key' | 'image' | 'text' | null = null;

  constructor(spool: Spool) {
    this.#spool = spool;
  }

  take(token: Token): void {
    if (token.name === 'stringChunk') return this.#add(token.value);
    const { name } = token;
    if (name.endsWith('Chunk')) return;
    if (++this.#tokens > MOST_TOKENS)
      throw new Problem('too-large', 'The body holds far more values than those of its images.');
    if (name === 'startObject' || name === 'startArray') this.#open(name === 'startObject');
    else if (name === 'endObject' || name === 'endArray') this.#close();
    else if (name === 'startString') this.#startString();
    else if (name === 'startNumber' || name.endsWith('Value')) this.#other(name === 'nullValue');
    else if (name === 'startKey') {
      this.#key = '';
      this.#into = 'key';
    } else if (name === 'endKey' || name === 'endString') {
      if (this.#into === 'image') this.#decode(true);
      this.#into = null;
    }
  }

  /** Writes the decoded bytes to the spool. */
  async write(): Promise<void> {
    if (this.#into === 'image') this.#decode(false);
    for (const { upload, bytes } of this.#decoded.splice(0)) {
      if (upload.fault) continue;
      try {
        await upload.file.write(bytes);
      } catch (error) {
        if (!(error instanceof Problem) || !this.#many) throw error;
        upload.fault = error;
      }
    }
  }

  end(): { uploads: Upload[]; many: boolean } {
    if (!this.#ended) throw malformedJson();
    if (this.#uploads.length === 0) throw badField('', 'no_images', 'The body must have at least one image.');
    return { uploads: this.#uploads, many: this.#many };
  }

  /** An object or an array begins: the list, an image, or a value within one. */
  #open(isObject: boolean): void {
    if (this.#depth === 0 && !isObject) {
      this.#many = true;
      this.#itemDepth = 1;
    } else if (this.#depth === this.#itemDepth) {
      this.#begin();
      if (!isObject) this.#fault('not_an_object');
    } else this.#refuseOtherType();
    if (++this.#depth > MAX_DEPTH)
      throw badField('', 'too_deep', `The body may be ${MAX_DEPTH} levels deep at most.`);
  }

  #close(): void {
    this.#depth -= 1;
    if (this.#item !== null && this.#depth === this.#itemDepth) this.#finish();
    if (this.#depth === 0) this.#ended = true;
  }

  #startString(): void {
    if (!this.#isField()) this.#other(false);
    else if (IMAGE_FIELDS.includes(this.#key)) {
      if (this.#item!.image) this.#fault('repeated');
      else this.#item!.image = base64Reader(this.#key === 'dataUrl');
      this.#into = 'image';
    } else if (TEXT_FIELDS.includes(this.#key)) {
      this.#item!.texts[this.#key] = '';
      this.#into = 'text';
    }
  }

  #add(piece: string): void {
    if (this.#into === 'image') {
      if (!this.#item!.upload.fault) this.#item!.image!.add(piece);
    } else if (this.#into === 'key' && this.#key.length < LONGEST_TEXT) this.#key += piece;
    else if (this.#into === 'text' && this.#item!.texts[this.#key]!.length < LONGEST_TEXT)
      this.#item!.texts[this.#key] += piece;
  }

  /** A value that is neither an object nor a text field. */
  #other(isNull: boolean): void {
    if (this.#depth === 0)
      throw badField('', 'not_an_image', 'The body must be an image object or an array of them.');
    if (this.#many && this.#depth === 1) {
      this.#begin();
      this.#fault('not_an_object');
      this.#item = null;
    } else if (!isNull) this.#refuseOtherType();
  }

  #begin(): void {
    if (this.#uploads.length === MAX_IMAGES)
      throw badField(
        '',
        'too_many_images',
        `A call may have ${MAX_IMAGES} images at most; nothing was stored.`,
      );
    const upload: Upload = { file: this.#spool.file(), filename: null, group: 'api', fault: null };
    this.#uploads.push(upload);
    this.#item = { upload, texts: {}, image: null };
  }

  #decode(final: boolean): void {
    this.#attempt(({ upload, image }) => {
      const bytes = image!.decode(final);
      if (bytes.length > 0) this.#decoded.push({ upload, bytes });
    });
  }

  /** Does something with an image, unless it is refused; what that throws is what is wrong with it. */
  #attempt(work: (item: Unfinished) => void): void {
    const { upload } = this.#item!;
    if (upload.fault) return;
    try {
      work(this.#item!);
    } catch (error) {
      upload.fault = error as Problem;
    }
  }

  #finish(): void {
    this.#attempt(({ upload, texts, image }) => {
      if (image === null) throw refused('missing_image');
      checkDeclared(texts['mime']);
      checkDeclared(image.declared());
      upload.filename = readFilename(texts['filename']);
      upload.group = readGroup(texts['group']);
    });
    this.#item = null;
  }

  #isField(): boolean {
    return this.#item !== null && this.#depth === this.#itemDepth + 1;
  }

  #fault(reason: Reason): void {
    this.#item!.upload.fault ??= refused(reason);
  }

  /** A field that is known has a value of another type than text. */
  #refuseOtherType(): void {
    if (this.#isField() && [...IMAGE_FIELDS, ...TEXT_FIELDS].includes(this.#key))
      this.#item!.upload.fault ??= refused('not_text', this.#key, this.#key);
  }
}
