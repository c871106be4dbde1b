import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { KINDS } from './problem.js';
import type { Slug } from './problem.js';

/** The error of `clientError`. */
interface ParseError extends Error {
  code?: string;
  /** what had come when the parser gave up */
  rawPacket?: Buffer;
}

const ENCODE =
  'The address holds characters that are not ASCII: percent-encode them as UTF-8, as in q=%E9%98%BF; with curl: curl --get --data-urlencode "q=阿司匹林" <address>.';

/** What is wrong with a request that Node's parser refused. */
function faultOf({ code, rawPacket }: ParseError): { slug: Slug; detail: string } {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { slug: 'headers-too-large', detail: 'The headers and the address are larger than 16 KiB.' };
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return { slug: 'too-large', detail: 'The extensions of a chunk of the body are too large.' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { slug: 'request-timeout', detail: 'The request took too long to arrive.' };
  // Characters beyond ASCII are bytes above 127.
  if (code === 'HPE_INVALID_URL' && rawPacket?.some((byte) => byte > 127))
    return { slug: 'bad-request', detail: ENCODE };
  return { slug: 'bad-request', detail: 'This is not a request of HTTP/1.1.' };
}

/**
 * Answers what could not be read as a request, and so never reaches the app, with a problem, and closes its connection.
 * @param typeBase where the error page stands, `<site_origin>/api-docs/errors`
 */
export function answerUnparsed(server: Server, typeBase: () => string): void {
  server.on('clientError', (error: ParseError, socket: Socket & { _httpMessage?: ServerResponse | null }) => {
    // While another answer is being sent on this connection, this one would be read as part of it.
    // oxlint-disable-next-line no-underscore-dangle -- Node has no public name for the answer under way.
    if (!socket.writable || socket._httpMessage?.headersSent) {
      socket.destroy(error);
      return;
    }
    const { slug, detail } = faultOf(error);
    const { status, title } = KINDS[slug];
    const id = randomUUID();
    const problem = {
      ok: false,
      type: `${typeBase()}#${slug}`,
      title: title.en,
      status,
      detail,
      request_id: id,
    };
    const body = JSON.stringify(problem);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${id}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  });
}
