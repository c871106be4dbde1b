import { Transform } from 'node:stream';

const LINE_FEED = 0x0a;

/** `{"ok":true,"data":[...],"count":N}` around rows that each begin with a comma and end with a line feed. */
export function jsonFrame(): Transform {
  let count = 0;
  let begun = false;
  return new Transform({
    construct(done) {
      this.push('{"ok":true,"data":[');
      done();
    },
    transform(chunk: Buffer, _encoding, done) {
      const rows = begun ? chunk : chunk.subarray(1); // the first comma separates nothing
      begun = true;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) count++;
      done(null, rows);
    },
    flush(done) {
      done(null, `],"count":${count}}`);
    },
  });
}
