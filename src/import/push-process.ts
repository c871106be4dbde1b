import { readFile } from 'node:fs/promises';
import { endWithParent, tellParent } from '../process/workers.js';
import { connect } from '../database/connect.js';
import { directWrites } from '../database/writes.js';
import { parseJson } from '../http/json-body.js';
import { asProblem } from '../http/problem.js';
import { readValue } from '../http/validate.js';
import { HEAVY } from '../http/weight.js';
import { readList } from './read-list.js';
import { openChemistry } from '../structures/chemistry.js';
import { readItems } from '../products/item.js';
import type { LargePush, PushEnd } from '../products/large-push.js';
import { pushBody } from '../products/push-body.js';
import { recordedPush } from '../products/recorded-push.js';
import type { PushDone } from '../products/recorded-push.js';

// A process of large-push.ts: one push at a time.

const writes = directWrites(
  connect(process.env['DATABASE_URL']!, { name: 'catalogue gateway large pushes', pool: 1 }),
);

const chemistry = openChemistry();

async function push(push: LargePush): Promise<PushDone> {
  const begun = performance.now();
  const { siteOrigin, isFile } = push.call;
  const read = isFile
    ? await readList(push.file, siteOrigin)
    : readItems(await itemsOf(push), { siteOrigin });
  return recordedPush(writes, read, chemistry, push.call, begun);
}

async function itemsOf({ file }: LargePush): Promise<unknown[]> {
  return readValue(pushBody, parseJson(await readFile(file), HEAVY), 'The body');
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
