import { startTransition, Suspense, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import {
  AppBar,
  Layout,
  Menu,
  Title,
  TitlePortal,
  useGetIdentity,
  useLoading,
  useLocale,
  useLogout,
  useSidebarState,
} from 'react-admin';
import { Alert, Badge, Box, Button, LinearProgress, Portal } from '@mui/material';
import { useLocation } from 'react-router-dom';
import { dataOf } from './call.js';
import { languageTag } from './i18n.js';
import { Icon, useDesk, useIsAdministrator, useWork } from './pieces.js';
import { useReading } from './reading.js';
import { API } from './session.js';
import { LanguageSwitch, SignInAgain } from './sign-in.js';
import type { TextId } from './texts.js';
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
  const [leave] = useWork(() => logout());
  const { t } = useDesk();
  const { identity } = useGetIdentity();
  return (
    <Button
      color="inherit"
      endIcon={<Icon name="Logout" />}
      aria-label={`${identity?.fullName ?? ''} ${t('ra.auth.logout')}`.trim()}
      onClick={leave}
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

/**
 * Most answers come at once: a bar would only flash. It is moved by the compositor: as react-admin's, which is laid out for each
 * frame, it would take three quarters of a slow machine's time from the page that it waits for.
 */
const BAR = {
  position: 'fixed',
  inset: '0 0 auto',
  zIndex: 'tooltip',
  animation: 'late 0.15s steps(1)',
  '@keyframes late': { from: { visibility: 'hidden' } },
  '& .MuiLinearProgress-bar1': { width: '40%', animation: 'move 1.5s linear infinite' },
  '@keyframes move': { from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(250%)' } },
  '& .MuiLinearProgress-bar2': { display: 'none' },
};

/** React-admin changes the page a moment after a press, and the page asks a moment after it is drawn. */
const SOON_MS = 50;

/**
 * Whether what somebody has pressed is still being drawn, for which a slow machine takes its time: only then the page asks for
 * what it shows. It is drawn in a transition, and our own ends with that. Of a file, which the browser fetches, a message tells.
 */
function usePressed(): boolean {
  const { tell } = useDesk();
  const [isPressed, setPressed] = useState(false);
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setPressed(false), SOON_MS);
    return () => clearTimeout(timer);
  }, [drawn]);
  useEffect(() => {
    const press = ({ target }: MouseEvent): void => {
      setPressed(true);
      setTimeout(() => {
        startTransition(() => setDrawn(drawn + 1));
        // A message that stands when the press ends would be closed by it.
        if ((target as Element).closest(`a[href^="${API}/"]`)) tell('file_comes', 'info');
      }, SOON_MS);
    };
    addEventListener('click', press, true); // some buttons keep their press to themselves
    return () => removeEventListener('click', press, true);
  });
  return isPressed;
}

/**
 * A bar over the page while something is pressed or asked of the service that takes longer than most answers. Behind the others:
 * within the content the bar of the page would cover it.
 */
function Pending() {
  const isAsked = useLoading();
  const isPressed = usePressed();
  const { t } = useDesk();
  if (!isAsked && !isPressed) return null;
  return (
    <Portal>
      <LinearProgress aria-label={t('ra.page.loading')} className="pending" sx={BAR} color="warning" />
    </Portal>
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

/** Counts what waits for an answer whenever another page is shown: a timer would keep an absent person signed in. */
function OpenInquiries() {
  const { pathname } = useLocation();
  const ask = () => dataOf<{ open: number }>('GET', '/inquiries/open');
  const { answer: inquiries } = useReading('menu', ask, pathname);
  return (
    <Badge badgeContent={inquiries?.open ?? 0} max={999} color="error">
      <Icon name="MailOutlined" />
    </Badge>
  );
}

/** The pages of each group: the path, the name and the icon. */
const GROUPS = {
  catalogue: [
    ['/products', 'resources.products.name', 'Science'],
    ['/categories', 'resources.categories.name', 'Category'],
    ['/tags', 'resources.tags.name', 'Label'],
    ['/terms', 'resources.terms.name', 'Language'],
    ['/aliases', 'resources.aliases.name', 'Translate'],
    ['/media', 'resources.media.name', 'Image'],
    ['/quality', 'menu.quality', 'Rule'],
    ['/deleted', 'resources.deleted.name', 'RestoreFromTrash'],
    ['/import', 'menu.import', 'UploadFile'],
    ['/profiles', 'resources.profiles.name', 'TableView'],
  ],
  customers: [
    ['/inquiries', 'resources.inquiries.name', 'MailOutlined'],
    ['/demand', 'resources.demand.name', 'TravelExplore'],
  ],
  operations: [
    ['/sync-log', 'resources.sync-log.name', 'ReceiptLong'],
    ['/keys', 'resources.keys.name', 'VpnKey'],
    ['/webhooks', 'resources.webhooks.name', 'Webhook'],
    ['/index', 'menu.index', 'ManageSearch'],
    ['/actions', 'resources.actions.name', 'History'],
    ['/staff', 'resources.staff.name', 'ManageAccounts'],
    ['/account', 'menu.account', 'Password'],
  ],
} as const;

/** The pages that are of use to administrators alone. */
const ADMINISTRATION: ReadonlySet<string> = new Set(['/keys', '/webhooks', '/staff']);

/** The menu, in three groups. */
export function OfficeMenu() {
  const { t } = useDesk();
  const [isOpen] = useSidebarState();
  const isAdministrator = useIsAdministrator();
  const { pathname } = useLocation();
  const isHere = (to: string): boolean =>
    to === '/' ? pathname === to : `${pathname}/`.startsWith(`${to}/`);
  const item = (to: string, text: TextId, icon: ReactNode) => (
    <Menu.Item
      key={to}
      to={to}
      primaryText={t(text, { smart_count: 2 })}
      leftIcon={icon}
      {...(isHere(to) && { 'aria-current': 'page' as const })}
    />
  );
  return (
    <Menu>
      {item('/', 'menu.home', <Icon name="SpaceDashboardOutlined" />)}
      {Object.entries(GROUPS).map(([group, pages]) => (
        <Box key={group} role="group" aria-label={t(`menu.${group}`)}>
          <Box aria-hidden sx={{ pt: 1.5, pb: 0.5, px: 2, fontSize: 12, color: 'text.secondary' }}>
            {isOpen ? t(`menu.${group}`) : <Box sx={{ borderTop: 1, borderColor: 'divider' }} />}
          </Box>
          {pages
            .filter(([to]) => isAdministrator || !ADMINISTRATION.has(to))
            .map(([to, name, icon]) =>
              item(to, name, to === '/inquiries' ? <OpenInquiries /> : <Icon name={icon} />),
            )}
        </Box>
      ))}
    </Menu>
  );
}
