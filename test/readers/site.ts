import { Client } from '../support/wire.js';
import type { Asked } from '../support/wire.js';

/** An answer of the service, its body read. */
export interface SiteAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  body: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

/** The service cannot be reached now, or says so: whoever asked tries again later. */
export class Away extends Error {}

/** The service as its callers see it: two addresses, any of which may answer or fail. */
export interface Site {
  /** Asks one of the gateways. Any other error of the server than a 503 is kept in `faults`. @throws Away */
  ask(path: string, asked?: Asked): Promise<SiteAnswer>;
  /** {@link ask}, for an answer that must be a success: any other one is kept in `faults` */
  read(path: string, asked?: Asked): Promise<SiteAnswer>;
  /** what was answered and must not be, in words */
  faults: string[];
}

/** @param dice chooses the gateway of a request */
export function openSite(origins: string[], dice: () => number): Site {
  const clients = origins.map((origin) => new Client(origin, 64));
  const faults: string[] = [];
  const fault = (path: string, { status, text }: SiteAnswer): Away => {
    faults.push(`${path}: ${status} ${text.slice(0, 300)}`);
    return new Away(path);
  };
  const ask: Site['ask'] = async (path, asked = {}) => {
    const answer = await clients[dice() < 0.5 ? 0 : 1]!.ask(path, asked).catch(() => undefined);
    if (!answer || answer.status === 503) throw new Away(path);
    const isJson = /[/+]json\b/.test(answer.headers['content-type'] ?? '');
    const read = { ...answer, body: isJson && answer.text ? JSON.parse(answer.text) : undefined };
    if (answer.status >= 500) throw fault(path, read);
    return read;
  };
  return {
    ask,
    async read(path, asked) {
      const answer = await ask(path, asked);
      if (answer.status !== 200) throw fault(path, answer);
      return answer;
    },
    faults,
  };
}
