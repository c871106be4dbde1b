import { Suspense, useEffect } from 'react';
import type { ReactNode } from 'react';
import {
  AppBar,
  Layout,
  Title,
  TitlePortal,
  useGetIdentity,
  useLoading,
  useLocale,
  useLogout,
} from 'react-admin';
import { Alert, Box, Button, LinearProgress } from '@mui/material';
import { useLocation } from 'react-router-dom';
import { languageTag } from './locale.js';
import { OfficeMenu } from './menu.js';
import { LATE } from './reading.js';
import { LanguageSwitch, SignInAgain } from './sign-in.js';
import { useShownEntry } from './unsaved.js';
import { Icon, useDesk } from './pieces.js';

function OfficeBar() {
  return (
    <AppBar color="primary" toolbar={<LanguageSwitch />} userMenu={<SignOut />}>
      <TitlePortal component="h1" />
    </AppBar>
  );
}

function SignOut() {
  const logout = useLogout();
  const { t } = useDesk();
  const { identity } = useGetIdentity();
  return (
    <Button
      color="inherit"
      endIcon={<Icon name="Logout" />}
      aria-label={`${identity?.fullName ?? ''} ${t('ra.auth.logout')}`.trim()}
      onClick={() => void logout()}
    >
      {identity?.fullName}
    </Button>
  );
}

/** Gives the document the language and the title of the page: browsers name tabs, bookmarks and the history by it. */
function DocumentOfPage() {
  const locale = useLocale();
  const office = useDesk().t('title');
  useEffect(() => {
    document.documentElement.lang = languageTag(locale);
    const heading = document.getElementById('react-admin-title')!;
    const follow = (): void => {
      // While the next page is fetched there is none.
      if (heading.textContent) document.title = `${heading.textContent} · ${office}`;
    };
    follow();
    const observer = new MutationObserver(follow);
    observer.observe(heading, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [locale, office]);
  return null; // within the frame, whose title it follows
}

/**
 * Where what had the focus is gone, as a deleted row or the page before, the next Tab goes on in the content: from the top it
 * would lead through the whole menu.
 */
function useFocusInContent(): void {
  useEffect(() => {
    let last: Element | undefined;
    const note = (event: FocusEvent): void => void (last = event.target as Element);
    const goOn = ({ key }: KeyboardEvent): void => {
      if (key !== 'Tab' || document.activeElement !== document.body) return;
      // A dialog that closes stays for a moment.
      if (!last || (last.isConnected && !last.closest('[role=dialog]'))) return;
      const content = document.getElementById('main-content');
      content?.setAttribute('tabindex', '-1');
      content?.focus({ preventScroll: true });
    };
    const over = new AbortController();
    addEventListener('focusin', note, over);
    addEventListener('keydown', goOn, over);
    return () => over.abort();
  }, []);
}

/** The frame of every page: bar and menu. */
export function OfficeLayout({ children }: { children?: ReactNode }) {
  const { t } = useDesk();
  const { pathname } = useLocation();
  useFocusInContent();
  useShownEntry();
  return (
    <Layout appBar={OfficeBar} menu={OfficeMenu}>
      <DocumentOfPage />
      <SignInAgain />
      <Pending />
      {/* A place of its own for each page: else the one before would stay, without a sign, until the script of the next has come. */}
      <Suspense key={pathname} fallback={<LinearProgress aria-label={t('ra.page.loading')} sx={{ mt: 2 }} />}>
        {children}
      </Suspense>
    </Layout>
  );
}

/** A bar over the page while something is asked of the service that takes longer than most answers. */
function Pending() {
  const isPending = useLoading();
  const { t } = useDesk();
  if (!isPending) return null;
  return (
    <LinearProgress
      aria-label={t('ra.page.loading')}
      className="pending"
      sx={{ ...LATE, my: 0, position: 'fixed', top: 0, left: 0, right: 0, zIndex: 'tooltip' }}
      color="inherit"
    />
  );
}

/** A page that is no list or record of react-admin's: its title, a hint, and what it shows. */
export function OfficePage({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <Box sx={{ my: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Title title={title} />
      {hint !== undefined && <Box sx={{ color: 'text.secondary' }}>{hint}</Box>}
      {children}
    </Box>
  );
}

/** What an address shows that leads to no page. */
export function NotFound() {
  const { t } = useDesk();
  return (
    <Alert severity="warning" className="not-found" sx={{ mt: 2 }}>
      <Title title={t('ra.page.not_found')} />
      {t('ra.message.not_found')}
    </Alert>
  );
}
