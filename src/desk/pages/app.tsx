import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { QueryClient } from '@tanstack/react-query';
import { lazy, useEffect } from 'react';
import type { FunctionComponent } from 'react';
import { Admin, CustomRoutes, Resource, useNotify, usePermissions } from 'react-admin';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { createRoot } from 'react-dom/client';
import { Navigate, Route } from 'react-router-dom';
import type { ApiProblem, Explain } from './call.js';
import { createData } from './data.js';
import { Home } from './home.js';
import { NotFound, OfficeLayout } from './layout.js';
import { currentLocale } from './locale.js';
import { auth, SignInPage } from './sign-in.js';
import { WORDS } from './texts.js';
import { DARK_THEME, LIGHT_THEME } from './theme.js';

/** A page whose script is fetched when it is first opened: a phone waits for no other. */
const page = <K extends string>(load: () => Promise<Record<K, FunctionComponent>>, name: K) =>
  lazy(async (): Promise<{ default: FunctionComponent }> => ({ default: (await load())[name] }));

const productForm = () => import('./product-form.js');
const inquiries = () => import('./inquiries.js');
const syncLog = () => import('./sync-log.js');
const profile = () => import('./profile.js');
const names = () => import('./names.js');

/** Leads to the overview, and says why. */
function Refused() {
  const notify = useNotify();
  useEffect(() => notify('office.problems.administrator-required', { type: 'warning' }), [notify]);
  return <Navigate to="/" replace />;
}

/** A page for administrators: others are led to the overview. */
const administration = (Page: FunctionComponent): FunctionComponent =>
  function Administration() {
    const { permissions, isPending } = usePermissions();
    if (permissions === 'editor') return <Refused />;
    return isPending ? null : <Page />;
  };

const AccountPage = page(() => import('./account.js'), 'AccountPage');
const ActionList = page(() => import('./actions.js'), 'ActionList');
const AliasList = page(() => import('./aliases.js'), 'AliasList');
const Categories = page(names, 'Categories');
const DeletedProducts = page(() => import('./deleted.js'), 'DeletedProducts');
const DemandList = page(() => import('./demand.js'), 'DemandList');
const Import = page(() => import('./import.js'), 'Import');
const InquiryEdit = page(inquiries, 'InquiryEdit');
const InquiryList = page(inquiries, 'InquiryList');
const KeyList = administration(page(() => import('./keys.js'), 'KeyList'));
const LogList = page(syncLog, 'LogList');
const LogShow = page(syncLog, 'LogShow');
const MediaList = page(() => import('./media.js'), 'MediaList');
const NewProfile = page(profile, 'NewProfile');
const ProductCreate = page(productForm, 'ProductCreate');
const ProductEdit = page(productForm, 'ProductEdit');
const ProductList = page(() => import('./products.js'), 'ProductList');
const ProfileList = page(() => import('./profiles.js'), 'ProfileList');
const ProfilePage = page(profile, 'ProfilePage');
const QualityPage = page(() => import('./quality.js'), 'QualityPage');
const SearchIndex = page(() => import('./search-index.js'), 'SearchIndex');
const StaffList = administration(page(() => import('./staff.js'), 'StaffList'));
const TagList = page(names, 'TagList');
const TermList = page(() => import('./terms.js'), 'TermList');
const WebhookList = administration(page(() => import('./webhooks.js'), 'WebhookList'));

const i18n = polyglotI18nProvider(
  (locale) => WORDS[locale === 'en' ? 'en' : 'zh'],
  currentLocale(),
  [
    { locale: 'zh', name: '中文' },
    { locale: 'en', name: 'English' },
  ],
  { allowMissing: true },
);

const explain: Explain = {
  problem({ type, detail, errors }: ApiProblem) {
    const [fault] = errors ?? [];
    if (fault) return explain.fault(fault);
    return i18n.translate(`office.problems.${type.split('#').at(-1)}`, { _: detail });
  },
  fault: ({ code, message }) => i18n.translate(`office.reasons.${code}`, { _: message }),
  away: () => i18n.translate('office.problems.away'),
};

const data = createData(explain);

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
      dataProvider={data}
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
      <Resource
        name="products"
        list={ProductList}
        edit={ProductEdit}
        create={ProductCreate}
        recordRepresentation="code"
      />
      <Resource name="categories" list={Categories} recordRepresentation="name" />
      <Resource name="tags" list={TagList} recordRepresentation="tag" />
      <Resource name="terms" list={TermList} recordRepresentation="value" />
      <Resource name="aliases" list={AliasList} recordRepresentation="text" />
      <Resource name="media" list={MediaList} />
      <Resource name="deleted" list={DeletedProducts} />
      <Resource name="profiles" list={ProfileList} edit={ProfilePage} create={NewProfile} />
      <Resource name="keys" list={KeyList} recordRepresentation="name" />
      <Resource name="webhooks" list={WebhookList} recordRepresentation="url" />
      <Resource name="sync-log" list={LogList} show={LogShow} />
      <Resource name="inquiries" list={InquiryList} edit={InquiryEdit} />
      <Resource name="demand" list={DemandList} />
      <Resource name="actions" list={ActionList} />
      <Resource name="staff" list={StaffList} recordRepresentation="name" />
      <CustomRoutes>
        <Route path="/account" element={<AccountPage />} />
        <Route path="/quality" element={<QualityPage />} />
        <Route path="/index" element={<SearchIndex />} />
        <Route path="/import" element={<Import />} />
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
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
createRoot(document.getElementById('root')!).render(
  <CacheProvider value={styles}>
    <App />
  </CacheProvider>,
);
