import { finished, PassThrough } from 'node:stream';
import { isJSONRPCRequest } from '@modelcontextprotocol/server';
import type { RequestId, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** The longest that answers are waited for after the end of the input, ms. */
const LAST_ANSWERS_MS = 30_000;

/**
 * Standard input and output as a transport of the protocol. The package's own drops what it has not answered when the
 * input ends: of some messages that are piped into the program, all that take a while.
 * @returns `ended` resolves when the input has ended and all of it is answered, or the transport has closed
 */
export function openStdio(): { transport: Transport; ended: Promise<void> } {
  const input = process.stdin.pipe(new PassThrough(), { end: false });
  const wire = new StdioServerTransport(input);
  const unanswered = new Set<RequestId>();
  let isInputOver = false;
  let end: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const settle = (id: unknown): void => {
    unanswered.delete(id as RequestId);
    if (isInputOver && unanswered.size === 0) end();
  };
  const endInput = (): void => {
    // What it still holds is read first, unless the transport has closed.
    if (input.readableLength > 0 && !input.isPaused()) return void setImmediate(endInput);
    isInputOver = true;
    settle(undefined);
    setTimeout(end, LAST_ANSWERS_MS).unref();
  };
  finished(process.stdin, { writable: false }, () => setImmediate(endInput));

  const transport: Transport = {
    async start() {
      Object.assign(wire, {
        onmessage(message) {
          if (isJSONRPCRequest(message)) unanswered.add(message.id);
          transport.onmessage?.(message);
          // A call that is cancelled is not answered.
          if ('method' in message && message.method === 'notifications/cancelled')
            settle(message.params?.['requestId']);
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
      if (!('method' in message)) settle(message.id);
    },
    close: () => wire.close(),
  };
  return { transport, ended };
}
