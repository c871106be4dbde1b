import { serve } from '../../process/worker.js';
import type { SheetPart, SheetTask } from './sheet.js';
import { openWorkbook, TooMuch } from './workbook.js';

// The thread of sheet.ts: its first task opens a sheet, and each further one asks for the next rows.

let sheet: ReturnType<typeof openWorkbook> | undefined;

serve((task: SheetTask | null): SheetPart => {
  try {
    if (task) sheet = openWorkbook(new Uint8Array(task.content), task);
    if (task) return { others: sheet!.others };
    const { value } = sheet!.rows.next();
    return value ? { ...value, all: sheet!.size } : { isEnd: true };
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return { isTooMuch: true };
  }
});
