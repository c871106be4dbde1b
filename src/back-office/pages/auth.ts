import type { AuthProvider } from 'react-admin';
import type { Call } from './call.js';

interface Session {
  data: { name: string } | null;
}

/** Signing in and out, and who is signed in. The session itself is a cookie that no script sees. */
export function createAuth(call: Call): AuthProvider {
  const session = async (): Promise<{ name: string }> => {
    const { data } = await call<Session>('GET', '/session');
    if (!data) throw new Error('signed out');
    return data;
  };
  return {
    login: async ({ username, password }: { username: string; password: string }) => {
      await call('POST', '/session', { name: username, password });
    },
    logout: async () => {
      await call('DELETE', '/session').catch(() => {});
    },
    checkAuth: async () => {
      // A refused checkAuth with this message tells nothing: whoever comes for the first time has lost no session.
      await session().catch(() => Promise.reject({ message: false }));
    },
    checkError: async ({ status }: { status?: number }) => {
      if (status === 401) throw new Error('signed out');
    },
    getIdentity: async () => {
      const { name } = await session();
      return { id: name, fullName: name };
    },
  };
}
