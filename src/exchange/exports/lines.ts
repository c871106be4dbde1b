const LINE_FEED = 0x0a;

/** The lines of a text, as many at a time as have come. Each ends with a line feed, the last one too. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[], void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_FEED);
    if (end >= 0)
      yield Buffer.concat([rest, chunk.subarray(0, end)])
        .toString()
        .split('\n');
    rest = end >= 0 ? chunk.subarray(end + 1) : Buffer.concat([rest, chunk]);
  }
}
