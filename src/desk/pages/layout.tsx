import { Suspense, useEffect } from 'react';
import type { ReactNode } from 'react';
import { AppBar, Layout, Sidebar, TitlePortal, useGetIdentity, useLogout, useTranslate } from 'react-admin';
import type { SidebarProps } from 'react-admin';
import { Button, LinearProgress } from '@mui/material';
import SignOutIcon from '@mui/icons-material/Logout';
import { LanguageSwitch, PageLanguage } from './language.js';
import { OfficeMenu } from './menu.js';
import { useShownEntry } from './unsaved.js';

function OfficeBar() {
  return (
    <AppBar color="primary" toolbar={<LanguageSwitch />} userMenu={<SignOut />}>
      <TitlePortal component="h1" />
    </AppBar>
  );
}

function SignOut() {
  const logout = useLogout();
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  return (
    <Button
      color="inherit"
      endIcon={<SignOutIcon />}
      aria-label={`${identity?.fullName ?? ''} ${translate('ra.auth.logout')}`.trim()}
      onClick={() => void logout()}
    >
      {identity?.fullName}
    </Button>
  );
}

/** Renders the menu of phones before somebody taps for it, so that it opens without a delay on slow ones. */
function OfficeSidebar(props: SidebarProps) {
  return <Sidebar {...props} ModalProps={{ keepMounted: true }} />;
}

/** Gives the document the title of the page: browsers name tabs, bookmarks and the history by it. */
function DocumentTitle() {
  const translate = useTranslate();
  const office = translate('office.title');
  useEffect(() => {
    const heading = document.getElementById('react-admin-title')!;
    const follow = (): void => {
      // While the next page is fetched there is none.
      if (heading.textContent) document.title = `${heading.textContent} · ${office}`;
    };
    follow();
    const observer = new MutationObserver(follow);
    observer.observe(heading, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [office]);
  return null;
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
      if (key !== 'Tab' || document.activeElement !== document.body || last?.isConnected !== false) return;
      const content = document.getElementById('main-content');
      content?.setAttribute('tabindex', '-1');
      content?.focus({ preventScroll: true });
    };
    addEventListener('focusin', note);
    addEventListener('keydown', goOn);
    return () => {
      removeEventListener('focusin', note);
      removeEventListener('keydown', goOn);
    };
  }, []);
}

/** What is shown while the script of a page is fetched. */
function Fetching() {
  const translate = useTranslate();
  return <LinearProgress aria-label={translate('ra.page.loading')} sx={{ mt: 2 }} />;
}

/** The frame of every page: bar and menu. */
export function OfficeLayout({ children }: { children?: ReactNode }) {
  useFocusInContent();
  useShownEntry();
  return (
    <Layout appBar={OfficeBar} menu={OfficeMenu} sidebar={OfficeSidebar}>
      <PageLanguage />
      <DocumentTitle />
      <Suspense fallback={<Fetching />}>{children}</Suspense>
    </Layout>
  );
}
