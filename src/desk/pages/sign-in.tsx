import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { useLocale, useLocales, useLogin, useSetLocale } from 'react-admin';
import type { AuthProvider } from 'react-admin';
import { Alert, Box, Button, Card, Dialog, Stack, TextField } from '@mui/material';
import { languageTag } from './i18n.js';
import { currentSession, lastSignedIn, signIn, signOut } from './session.js';
import type { StaffSession } from './session.js';
import { mayDrop } from './unsaved.js';
import { useDesk } from './pieces.js';

async function session(): Promise<StaffSession> {
  const found = await currentSession();
  if (!found) throw new Error('signed out');
  return found;
}

/** Who is signed in, for react-admin. */
export const auth: AuthProvider = {
  async login({ name, password }: { name: string; password: string }) {
    const problem = await signIn(name, password);
    if (problem) throw new Error(problem);
  },
  logout: signOut,
  async checkAuth() {
    // While the service does not answer, users stay signed in: the page itself reports it.
    const found = await currentSession().catch(() => undefined);
    if (found !== null) return;
    if (lastSignedIn() === undefined) throw new Error('signed out');
    await signInAgain();
  },
  checkError: async () => {}, // call.ts has seen to it
  getPermissions: async () => (await session()).role,
  async getIdentity() {
    const { name } = await session();
    return { id: name, fullName: name };
  },
};

/** The page of who is not signed in. */
export function SignInPage() {
  return <SignInForm enter={useLogin()} />;
}

type Credentials = Record<'name' | 'password', string>;

/**
 * The form that signs in.
 * @param enter throws an Error with the type of the problem
 * @param problem what it says at first
 */
function SignInForm({ enter, problem }: { enter: (who: Credentials) => Promise<unknown>; problem?: string }) {
  const { t } = useDesk();
  const [fault, setFault] = useState(problem);
  const [isBusy, setBusy] = useState(false);
  const known = lastSignedIn();
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const typed = Object.fromEntries(new FormData(event.currentTarget)) as Credentials;
    setBusy(true);
    await enter(typed).then(
      () => setFault(undefined),
      (error: Error) => setFault(error.message),
    );
    setBusy(false);
  };
  const field = (name: keyof Credentials, more: object) => (
    <TextField name={name} label={t(`sign_in.${name}`)} required {...more} />
  );
  return (
    <Box
      component="main"
      className="sign-in"
      sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center' }}
    >
      <Card sx={{ width: 'calc(100% - 32px)', maxWidth: 400, p: 3, boxSizing: 'border-box' }}>
        <Stack
          component="form"
          spacing={2}
          onSubmit={(event: FormEvent<HTMLFormElement>) => void submit(event)}
        >
          <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center' }}>
            <Box component="h1" sx={{ m: 0, fontSize: 20, fontWeight: 500 }}>
              {t('sign_in.heading')}
            </Box>
            <LanguageSwitch />
          </Stack>
          {field('name', { autoComplete: 'username', defaultValue: known, autoFocus: known === undefined })}
          {field('password', {
            type: 'password',
            autoComplete: 'current-password',
            autoFocus: known !== undefined,
          })}
          {fault !== undefined && (
            <Alert severity="error">{t(`problems.${fault}`, { _: t('problems.internal') })}</Alert>
          )}
          <Button type="submit" variant="contained" loading={isBusy}>
            {t('sign_in.submit')}
          </Button>
          {known === undefined && (
            <Box sx={{ color: 'text.secondary', fontSize: 14 }}>{t('sign_in.first')}</Box>
          )}
        </Stack>
      </Card>
    </Box>
  );
}

/** Switches to the other language, which is named in itself. */
export function LanguageSwitch() {
  const locale = useLocale();
  const setLocale = useSetLocale();
  const { t } = useDesk();
  const other = useLocales().find((each) => each.locale !== locale)!;
  return (
    <Button
      color="inherit"
      onClick={() => mayDrop() && setLocale(other.locale)}
      lang={languageTag(other.locale)}
      title={t('language')}
    >
      {other.name}
    </Button>
  );
}

/** What waits until somebody has signed in again. */
let asked: { over: Promise<void>; end: () => void } | undefined;
let follow = (): void => {};

/**
 * Where a session has ended: asks to sign in again, over the page, so that nothing is lost which was typed there. Somebody else
 * gets a fresh page.
 */
export function signInAgain(): Promise<void> {
  if (!asked) {
    let end = (): void => {};
    asked = { over: new Promise((resolve) => (end = resolve)), end };
    follow();
  }
  return asked.over;
}

/** The form that asks for it. */
export function SignInAgain() {
  const [waiting, setWaiting] = useState(asked);
  useEffect(() => {
    follow = () => setWaiting(asked);
    follow(); // it may have been asked meanwhile
  }, []);
  const enter = async (who: Credentials): Promise<void> => {
    const before = lastSignedIn();
    await auth.login(who);
    const now = await currentSession().catch(() => null);
    if (now?.name !== before) return location.reload();
    asked = undefined;
    waiting!.end();
    follow();
  };
  if (!waiting) return null;
  return (
    <Dialog open fullScreen>
      <SignInForm enter={enter} problem="session-required" />
    </Dialog>
  );
}
