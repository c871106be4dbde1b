import { readFile } from 'node:fs/promises';
import {
  asProblem,
  connect,
  directWrites,
  JSON_BOUNDS,
  parseJson,
  readValue,
  serve,
  told,
  withinTrace,
} from '../../platform/index.js';
import { mappingNamed, rememberedMappings } from './mapping-store.js';
import { readList } from './read-list.js';
import { openChemistry } from '../../chemistry/index.js';
import { pushBody, readItems, recordedPush } from '../../catalogue/index.js';
import type { LargePush, PushDone, PushEnd } from '../../catalogue/index.js';

// A process of large-push.ts: one push at a time.

const db = connect(process.env['DATABASE_URL']!, {
  name: 'catalogue gateway large pushes',
  pool: 1,
  givesWay: true,
});
const writes = directWrites(db);

const chemistry = openChemistry();

async function push(push: LargePush): Promise<PushDone> {
  const begun = performance.now();
  const { siteOrigin, isFile, encoding, mapping, source } = push.call;
  const mappings = async () =>
    mapping === undefined ? rememberedMappings(db, source) : [await mappingNamed(db, mapping)];
  const read = isFile
    ? await readList(push.file, siteOrigin, { encoding, mappings: await mappings() })
    : readItems(readValue(pushBody, parseJson(await readFile(push.file), JSON_BOUNDS.push), 'The body'), {
        siteOrigin,
      });
  return withinTrace(push.call.by.traceparent, () => recordedPush(writes, read, chemistry, push.call, begun));
}

async function answer(message: LargePush): Promise<PushEnd> {
  try {
    return { done: await push(message) };
  } catch (error) {
    const problem = asProblem(error);
    const { cause } = problem;
    return {
      problem: told(problem),
      ...(cause instanceof Error && { cause: { message: cause.message, stack: cause.stack } }),
    };
  }
}

serve(answer);
