import { parentPort, workerData } from 'node:worker_threads';
import type { SheetPart, SheetTask } from './sheet.js';
import { openWorkbook, TooMuch } from './workbook.js';

// The thread of sheet.ts: it sends what is known of the sheet, and then, whenever it is asked, the next rows.

const { content, ...bounds } = workerData as SheetTask;
const send = (part: SheetPart): void => parentPort!.postMessage(part, []);

function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    send({ isTooMuch: true });
  }
}

attempt(() => {
  const { others, size, rows } = openWorkbook(new Uint8Array(content), bounds);
  send({ others });
  parentPort!.on('message', () =>
    attempt(() => {
      const { value } = rows.next();
      send(value ? { ...value, all: size } : { isEnd: true });
    }),
  );
});
