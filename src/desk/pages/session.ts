import type { StaffRole } from '../account.js';

/** Where the API of the pages is, and that of everybody, which they call by their session. */
export const API = '/back-office/api';
export const PUBLIC = '/api/v1';
/** With this header the session counts there. */
export const AS_STAFF = { 'X-Back-Office': '1' };

/** Who is signed in. The session itself is a cookie that scripts cannot read. */
export interface StaffSession {
  name: string;
  role: StaffRole;
}

/** An answer of so many ms ago is good enough: each page that is opened asks three times at once. */
const SHARED_MS = 5_000;
let shared: { until: number; session: Promise<StaffSession | null> } | undefined;

/**
 * Who is signed in; null where nobody is. What an ended session may still do, the service decides.
 * @throws where the service does not answer, or cannot tell
 */
export function currentSession(): Promise<StaffSession | null> {
  const now = performance.now();
  if (!shared || now > shared.until) {
    const session = askSession();
    session.catch(() => (shared = undefined));
    shared = { until: now + SHARED_MS, session };
  }
  return shared.session;
}

/** Who was signed in last, and has not signed out. */
let known: string | undefined;
export const lastSignedIn = (): string | undefined => known;

async function askSession(): Promise<StaffSession | null> {
  const answer = await fetch(`${API}/session`);
  if (!answer.ok) throw new Error(`The service answers ${answer.status}.`);
  const { data }: { data: StaffSession | null } = await answer.json();
  if (data) known = data.name;
  return data;
}

/** Signs in. @returns the type of the problem where it is refused; undefined otherwise */
export async function signIn(name: string, password: string): Promise<string | undefined> {
  shared = undefined;
  try {
    const answer = await fetch(`${API}/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, password }),
    });
    // Also where nothing of it is needed: a request whose answer is not read stays open.
    const { type = '' }: { type?: string } = await answer.json();
    return answer.ok ? undefined : type.split('#').at(-1);
  } catch {
    return 'away';
  }
}

/** Signs out who is signed in. */
export async function signOut(): Promise<void> {
  if (known === undefined) return;
  known = shared = undefined;
  await fetch(`${API}/session`, { method: 'DELETE' }).then(
    (answer) => answer.text(),
    () => {},
  );
}
