import type { AuthProvider } from 'react-admin';
import { currentSession, signOut } from './session.js';
import type { StaffSession } from './session.js';
import { signInAgain } from './sign-in.js';

async function session(): Promise<StaffSession> {
  const found = await currentSession();
  if (!found) throw new Error('signed out');
  return found;
}

/** Who is signed in. Nobody signs in here: that is done before the app (main.ts), or over it (sign-in.ts). */
export const auth: AuthProvider = {
  login: () => Promise.reject(new Error('The form of main.ts signs in.')),
  logout: async () => {
    await signOut();
    location.reload();
    return false;
  },
  checkAuth: async () => {
    // While the service does not answer, users stay signed in: the page itself reports it.
    const found = await currentSession().catch(() => undefined);
    if (found === null) await signInAgain();
  },
  checkError: async () => {}, // call.ts has seen to it
  getPermissions: async () => (await session()).role,
  getIdentity: async () => {
    const { name } = await session();
    return { id: name, fullName: name };
  },
};
