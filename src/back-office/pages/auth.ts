import type { AuthProvider } from 'react-admin';
import type { Role } from '../account.js';
import type { ApiCall } from './call.js';

interface Session {
  name: string;
  role: Role;
}

interface SessionAnswer {
  data: Session | null;
}

/** Signing in and out, and who is signed in. The session is a cookie that scripts cannot read. */
export function createAuth(call: ApiCall): AuthProvider {
  const session = async (): Promise<Session> => {
    const { data } = await call<SessionAnswer>('GET', '/session');
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
      // `message: false` shows no notification: on a first visit no session has ended.
      await session().catch(() => Promise.reject({ message: false }));
    },
    checkError: async ({ status }: { status?: number }) => {
      if (status === 401) throw new Error('signed out');
    },
    getPermissions: async () => (await session()).role,
    getIdentity: async () => {
      const { name } = await session();
      return { id: name, fullName: name };
    },
  };
}
