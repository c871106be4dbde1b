/** An answer of the service, its body read. */
export interface Answered {
  status: number;
  headers: Headers;
  bytes: Buffer;
  text: string;
  /** the body as JSON; undefined where it is none */
  body: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

/** What goes with a request. */
export interface Sent {
  /** sent as X-API-Key */
  key?: string | null;
  /** sent as a JSON body */
  json?: unknown;
  body?: RequestInit['body'];
  duplex?: 'half';
  headers?: Record<string, string>;
}

/** Sends one request, and reads its answer to the end. No redirect is followed. */
export async function callAt(address: string, method: string, more: Sent = {}): Promise<Answered> {
  const { key, json, body, duplex, headers } = more;
  const response = await fetch(address, {
    method,
    redirect: 'manual',
    headers: {
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...(key && { 'X-API-Key': key }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(body !== undefined && { body }),
    ...(duplex && { duplex }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    body: isJson && text ? JSON.parse(text) : undefined,
  };
}
