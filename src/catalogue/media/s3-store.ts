import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { ConfigError, unavailable, unreachable } from '../../platform/index.js';
import type { S3Config } from '../../platform/index.js';
import { imageOf } from './objects.js';
import type { ObjectStore } from './objects.js';

/** The bucket may be shared: all our objects have this prefix. */
const PREFIX = 'media/';
const CONNECT_MS = 5_000;
/** The longest wait for an answer, over all attempts. */
const ANSWER_MS = 30_000;
/** The longest wait for the check, which a start waits for. */
const CHECK_MS = 5_000;
const IDLE_MS = 60_000;
/** Bounds concurrent slow clients: each takes a socket and buffers of some 100 KiB. */
const SOCKETS = 256;

/** Images in a bucket of any S3 server: AWS, MinIO, Ceph, Swift. Only basic calls are used. */
export function openS3Store(config: S3Config): ObjectStore {
  const { endpoint, bucket } = config;
  const client = clientOf(config);
  const at = (key: string): { Bucket: string; Key: string } => ({ Bucket: bucket, Key: PREFIX + key });

  return {
    async put(key, body, type) {
      const command = new PutObjectCommand({ ...at(key), Body: body, ContentType: type });
      await usable(inTime((abortSignal) => client.send(command, { abortSignal })));
    },

    async get(key, { range, signal } = {}) {
      const command = new GetObjectCommand({
        ...at(key),
        ...(range && { Range: `bytes=${range.start}-${range.end}` }),
      });
      const found = await absent(inTime((abortSignal) => client.send(command, { abortSignal }), { signal }));
      return found && { body: bodyOf(found.Body as Readable), bytes: found.ContentLength! };
    },

    async head(key) {
      const found = await absent(
        inTime((abortSignal) => client.send(new HeadObjectCommand(at(key)), { abortSignal })),
      );
      return found && { bytes: found.ContentLength!, modified: found.LastModified! };
    },

    async delete(key) {
      await absent(inTime((abortSignal) => client.send(new DeleteObjectCommand(at(key)), { abortSignal })));
    },

    async *list() {
      let token: string | undefined;
      do {
        const command = new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: PREFIX,
          ContinuationToken: token,
        });
        const page = await usable(inTime((abortSignal) => client.send(command, { abortSignal })));
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          const key = Key!.slice(PREFIX.length);
          if (imageOf(key) !== null) yield { key, bytes: Size!, modified: LastModified! };
        }
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (token !== undefined);
    },

    async check() {
      try {
        // A list of one object, because an answer to HEAD has no error code.
        const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: PREFIX, MaxKeys: 1 });
        await inTime((abortSignal) => client.send(command, { abortSignal }), { ms: CHECK_MS });
      } catch (error) {
        const { status, code } = readError(error);
        if (code === 'NoSuchBucket' || status === 404)
          throw new ConfigError(`S3_BUCKET: there is no bucket "${bucket}" at ${endpoint}`);
        if (status === 401 || status === 403)
          throw new ConfigError(
            `S3_ACCESS_KEY, S3_SECRET_KEY: ${endpoint} refuses them for the bucket "${bucket}" (${code})`,
          );
        throw away(unreachable('S3_ENDPOINT', new URL(endpoint).host, error) ?? error);
      }
    },

    close: () => client.destroy(),
  };
}

function clientOf({ endpoint, accessKey, secretKey, region }: S3Config): S3Client {
  const agent = { keepAlive: true, maxSockets: SOCKETS };
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    // Older and other implementations of S3 refuse the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

/** Aborts a call that is not answered in time. Reading the body of the answer is not bounded by it. */
async function inTime<T>(
  call: (abortSignal: AbortSignal) => Promise<T>,
  { ms = ANSWER_MS, signal }: { ms?: number; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ms);
  try {
    return await call(signal ? AbortSignal.any([late.signal, signal]) : late.signal);
  } catch (error) {
    if (!late.signal.aborted) throw error;
    throw Object.assign(new Error('no answer in time', { cause: error }), { code: 'ETIMEDOUT' });
  } finally {
    clearTimeout(timer);
  }
}

function readError(error: unknown): { status: number | undefined; code: string } {
  const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } };
  return { status: $metadata?.httpStatusCode, code: name };
}

const absent = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    const { status, code } = readError(error);
    // A missing bucket must not look like a missing image.
    if (status === 404 && code !== 'NoSuchBucket') return null;
    throw away(error);
  });

const usable = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw away(error);
  });

/** The body of an answer, which may break off: then the store is away. */
function bodyOf(received: Readable): Readable {
  const body = new PassThrough();
  received.once('error', (error) => body.destroy(away(error)));
  body.once('close', () => received.destroy());
  return received.pipe(body);
}

function away(error: unknown): Error {
  return unavailable('The image store is away. Nothing was changed; try again.', error);
}
