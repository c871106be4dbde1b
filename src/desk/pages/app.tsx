import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { QueryClient } from '@tanstack/react-query';
import { lazy, useEffect } from 'react';
import type { FunctionComponent } from 'react';
import { Admin, CustomRoutes, Resource, useNotify, usePermissions } from 'react-admin';
import type { ResourceProps } from 'react-admin';
import { createRoot } from 'react-dom/client';
import { Navigate, Route } from 'react-router-dom';
import { provider } from './data.js';
import { Home } from './home.js';
import { i18n } from './i18n.js';
import { NotFound, OfficeLayout } from './layout.js';
import { auth, SignInPage } from './sign-in.js';
import type { TextId } from './texts.js';
import { DARK_THEME, LIGHT_THEME } from './theme.js';

/** A page whose script is fetched when it is first opened: a phone waits for no other. */
const page = <K extends string>(load: () => Promise<Record<K, FunctionComponent>>, name: K) =>
  lazy(async (): Promise<{ default: FunctionComponent }> => ({ default: (await load())[name] }));

/** Leads to the overview, and says why. */
function Refused() {
  const notify = useNotify();
  useEffect(() => notify('problems.administrator-required' satisfies TextId, { type: 'warning' }), [notify]);
  return <Navigate to="/" replace />;
}

/** A page for administrators: others are led to the overview. */
const administration = (Page: FunctionComponent): FunctionComponent =>
  function Administration() {
    const { permissions, isPending } = usePermissions();
    if (permissions === 'editor') return <Refused />;
    return isPending ? null : <Page />;
  };

/** The resources, each with its pages. */
const RESOURCES: ResourceProps[] = [
  {
    name: 'products',
    list: page(() => import('./products.js'), 'ProductList'),
    edit: page(() => import('./product-form.js'), 'ProductEdit'),
    create: page(() => import('./product-form.js'), 'ProductCreate'),
    recordRepresentation: 'code',
  },
  { name: 'categories', list: page(() => import('./names.js'), 'Categories'), recordRepresentation: 'name' },
  { name: 'tags', list: page(() => import('./names.js'), 'TagList') },
  { name: 'terms', list: page(() => import('./names.js'), 'TermList') },
  { name: 'aliases', list: page(() => import('./names.js'), 'AliasList') },
  { name: 'media', list: page(() => import('./media.js'), 'MediaList') },
  { name: 'deleted', list: page(() => import('./history.js'), 'DeletedProducts') },
  {
    name: 'profiles',
    list: page(() => import('./profiles.js'), 'ProfileList'),
    edit: page(() => import('./profiles.js'), 'ProfilePage'),
    create: page(() => import('./profiles.js'), 'NewProfile'),
  },
  { name: 'keys', list: administration(page(() => import('./administration.js'), 'KeyList')) },
  { name: 'webhooks', list: administration(page(() => import('./administration.js'), 'WebhookList')) },
  {
    name: 'sync-log',
    list: page(() => import('./logs.js'), 'LogList'),
    show: page(() => import('./logs.js'), 'LogShow'),
  },
  {
    name: 'inquiries',
    list: page(() => import('./inquiries.js'), 'InquiryList'),
    edit: page(() => import('./inquiries.js'), 'InquiryEdit'),
  },
  { name: 'demand', list: page(() => import('./demand.js'), 'DemandList') },
  { name: 'actions', list: page(() => import('./logs.js'), 'ActionList') },
  { name: 'staff', list: administration(page(() => import('./administration.js'), 'StaffList')) },
];
/** The pages that are no resource, by their paths. */
const PAGES = Object.entries({
  account: page(() => import('./account.js'), 'AccountPage'),
  quality: page(() => import('./quality.js'), 'QualityPage'),
  index: page(() => import('./search-index.js'), 'SearchIndex'),
  import: page(() => import('./import.js'), 'Import'),
});

// By default, requests wait silently while the browser is offline. They are sent all the same: the service may run on
// this machine, and where it cannot be reached the page says so.
const queries = new QueryClient({
  defaultOptions: { queries: { networkMode: 'always' }, mutations: { networkMode: 'always' } },
});

function App() {
  return (
    <Admin
      title="Back office"
      i18nProvider={i18n}
      authProvider={auth}
      dataProvider={provider}
      queryClient={queries}
      layout={OfficeLayout}
      loginPage={SignInPage}
      dashboard={Home}
      catchAll={NotFound}
      theme={LIGHT_THEME}
      darkTheme={DARK_THEME}
      requireAuth
      disableTelemetry
    >
      {RESOURCES.map((resource) => (
        <Resource key={resource.name} {...resource} />
      ))}
      <CustomRoutes>
        {PAGES.map(([path, Page]) => (
          <Route key={path} path={`/${path}`} element={<Page />} />
        ))}
      </CustomRoutes>
    </Admin>
  );
}

// Styles are added at run time: the page's policy allows only those with its nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const styles = createCache({ key: 'css', ...(nonce !== undefined && { nonce }) });
// A file that misses its place would be opened in place of the page.
for (const type of ['dragover', 'drop'] as const)
  addEventListener(type, (event) => {
    const { target, dataTransfer } = event;
    const isField = target instanceof HTMLInputElement && target.type === 'file' && !target.disabled;
    const isTaken = isField && (target.multiple || (dataTransfer?.items.length ?? 0) <= 1);
    if (!isTaken && dataTransfer?.types.includes('Files')) event.preventDefault();
  });
createRoot(document.getElementById('root')!).render(
  <CacheProvider value={styles}>
    <App />
  </CacheProvider>,
);
