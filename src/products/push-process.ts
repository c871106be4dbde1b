import { readFile } from 'node:fs/promises';
import { endWithParent, tellParent } from '../process/workers.js';
import { connect } from '../database/connect.js';
import { openGiveWay } from '../database/give-way.js';
import { directWrites } from '../database/writes.js';
import { parseJson } from '../http/json-body.js';
import { asProblem } from '../http/problem.js';
import { readValue } from '../http/validate.js';
import { HEAVY } from '../http/weight.js';
import { readList } from '../import/read-list.js';
import { openChemistry } from '../structures/chemistry.js';
import { openItems } from './item.js';
import type { ReadItems } from './item.js';
import type { LargePush, PushEnd } from './large-push.js';
import { PORTION } from './push.js';
import { pushBody } from './push-body.js';
import { recordedPush } from './recorded-push.js';
import type { PushDone } from './recorded-push.js';

// A process of large-push.ts: one push at a time.

const db = connect(process.env['DATABASE_URL']!, { name: 'catalogue gateway large pushes', pool: 1 });
const writes = directWrites(db);
/** A push takes two fifths longer at most for it. */
const MOST = 0.4;
let giveWay = openGiveWay(MOST);
const pause = (): Promise<void> => giveWay(db);
const chemistry = openChemistry({ pause });

async function push(push: LargePush): Promise<PushDone> {
  const begun = performance.now();
  giveWay = openGiveWay(MOST); // of its own: what went before was idle
  const { siteOrigin, isFile } = push.call;
  const read = isFile
    ? await readList(push.file, siteOrigin, pause)
    : await readInPortions(await itemsOf(push), siteOrigin);
  return recordedPush(writes, read, chemistry, push.call, begun, giveWay);
}

async function itemsOf({ file }: LargePush): Promise<unknown[]> {
  return readValue(pushBody, parseJson(await readFile(file), HEAVY), 'The body');
}

async function readInPortions(raw: unknown[], siteOrigin: string): Promise<ReadItems> {
  const read = openItems({ siteOrigin });
  for (const [at, item] of raw.entries()) {
    if (at % PORTION === 0) await pause();
    read.add(item);
  }
  return read;
}

async function answer(message: LargePush): Promise<PushEnd> {
  try {
    return { done: await push(message) };
  } catch (error) {
    const { slug, message: detail, errors, headers, extra, cause } = asProblem(error);
    return {
      problem: { slug, detail, headers, ...(errors && { errors }), ...(extra && { extra }) },
      ...(cause instanceof Error && { cause: { message: cause.message, stack: cause.stack } }),
    };
  }
}

process.on('message', (message: LargePush) => void answer(message).then(tellParent));
endWithParent();
