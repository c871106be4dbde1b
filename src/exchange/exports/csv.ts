import { csvCell } from '../../platform/index.js';

const CRLF = '\r\n';
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;

/** RFC 4180 lines: a header first, and CRLF for the line feeds that end COPY's rows, not for those within quotes. */
export async function* csvLines(
  rows: AsyncIterable<Buffer>,
  headers: readonly string[],
  delimiter: string,
): AsyncGenerator<Buffer> {
  yield Buffer.from(headers.map(csvCell).join(delimiter) + CRLF);
  let quoted = false;
  for await (const chunk of rows) {
    const ends: number[] = [];
    // By indexOf, which is much faster than a loop over the bytes.
    let quote = chunk.indexOf(QUOTE);
    const passQuotes = (before: number): void => {
      for (; quote >= 0 && quote < before; quote = chunk.indexOf(QUOTE, quote + 1)) quoted = !quoted;
    };
    for (let feed = chunk.indexOf(LINE_FEED); feed >= 0; feed = chunk.indexOf(LINE_FEED, feed + 1)) {
      passQuotes(feed);
      if (!quoted) ends.push(feed);
    }
    passQuotes(chunk.length);
    yield withReturns(chunk, ends);
  }
}

/** A copy with a carriage return before each of the line feeds at these places. */
function withReturns(chunk: Buffer, ends: number[]): Buffer {
  const out = Buffer.allocUnsafe(chunk.length + ends.length);
  let from = 0;
  for (const [added, end] of ends.entries()) {
    chunk.copy(out, from + added, from, end);
    out[end + added] = CARRIAGE_RETURN;
    from = end;
  }
  chunk.copy(out, from + ends.length, from);
  return out;
}
