import { PassThrough } from 'node:stream';
import { isJSONRPCRequest } from '@modelcontextprotocol/server';
import type { RequestId, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** The longest that answers are waited for after the end of the input, ms. */
const LAST_ANSWERS_MS = 30_000;

/**
 * Standard input and output as a transport of the protocol. The package's own drops what it has not answered when the
 * input ends: for who pipes some messages into the program, everything that takes a while.
 * @returns `ended` resolves when the input has ended and all of it is answered, or the transport has closed
 */
export function openStdio(): { transport: Transport; ended: Promise<void> } {
  const input = process.stdin.pipe(new PassThrough(), { end: false });
  const wire = new StdioServerTransport(input);
  const unanswered = new Set<RequestId>();
  let isInputOver = false;
  let end: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const endIfAnswered = (): void => {
    if (isInputOver && unanswered.size === 0) end();
  };
  const endInput = (): void => {
    if (input.readableLength > 0) return void setImmediate(endInput);
    isInputOver = true;
    endIfAnswered();
    setTimeout(end, LAST_ANSWERS_MS).unref();
  };
  process.stdin.once('end', () => setImmediate(endInput));

  const transport: Transport = {
    async start() {
      Object.assign(wire, {
        onmessage(message) {
          if (isJSONRPCRequest(message)) unanswered.add(message.id);
          transport.onmessage?.(message);
        },
        onerror: (error) => transport.onerror?.(error),
        onclose() {
          process.stdin.unpipe(input).pause();
          end();
          transport.onclose?.();
        },
      } satisfies Partial<Transport>);
      await wire.start();
    },
    async send(message) {
      await wire.send(message);
      if (!('method' in message)) unanswered.delete(message.id!);
      endIfAnswered();
    },
    close: () => wire.close(),
  };
  return { transport, ended };
}
