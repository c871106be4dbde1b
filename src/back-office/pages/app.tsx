import { Admin, CustomRoutes, defaultLightTheme, Resource } from 'react-admin';
import type { RaThemeOptions } from 'react-admin';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { Route } from 'react-router-dom';
import { AccountPage } from './account.js';
import { ActionList } from './actions.js';
import { AliasList } from './aliases.js';
import { createAuth } from './auth.js';
import { openCall } from './call.js';
import type { ApiProblem, Explain } from './call.js';
import { Categories } from './categories.js';
import { chinese } from './chinese.js';
import { createData } from './data.js';
import { Demand } from './demand.js';
import { english } from './english.js';
import { Import } from './import.js';
import { InquiryEdit, InquiryList } from './inquiries.js';
import { KeyList } from './keys.js';
import { OfficeLayout } from './layout.js';
import { MediaList } from './media.js';
import { ProductCreate, ProductEdit } from './product-form.js';
import { ProductList } from './products.js';
import { NewProfile, ProfilePage } from './profile.js';
import { ProfileList } from './profiles.js';
import { QualityPage } from './quality.js';
import { SearchIndex } from './search-index.js';
import { SignIn } from './sign-in.js';
import { LogList, LogShow } from './sync-log.js';
import { TagList } from './tags.js';
import { WebhookList } from './webhooks.js';

const i18n = polyglotI18nProvider(
  (locale) => (locale === 'en' ? english : chinese),
  navigator.language.startsWith('zh') ? 'zh' : 'en',
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

const auth = createAuth(openCall(explain));
const data = createData(explain);

const theme: RaThemeOptions = {
  ...defaultLightTheme,
  palette: {
    mode: 'light',
    primary: { main: '#0b5c6b' },
    error: { main: '#b3261e' },
    secondary: { main: '#0b5c6b' },
    background: { default: '#f6f8f8' },
  },
  typography: {
    fontFamily:
      'system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
  },
  components: {
    ...defaultLightTheme.components,
    MuiCssBaseline: { styleOverrides: { a: { color: '#0b5c6b' } } },
    MuiButton: { styleOverrides: { root: { textTransform: 'none' } } },
  },
  sidebar: { width: 190, closedWidth: 50 },
};

/** The back office. */
export function App() {
  return (
    <Admin
      title="Back office"
      i18nProvider={i18n}
      authProvider={auth}
      dataProvider={data}
      layout={OfficeLayout}
      loginPage={SignIn}
      theme={theme}
      darkTheme={null}
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
      <Resource name="aliases" list={AliasList} recordRepresentation="text" />
      <Resource name="media" list={MediaList} />
      <Resource name="profiles" list={ProfileList} edit={ProfilePage} create={NewProfile} />
      <Resource name="keys" list={KeyList} recordRepresentation="name" />
      <Resource name="webhooks" list={WebhookList} recordRepresentation="url" />
      <Resource name="sync-log" list={LogList} show={LogShow} />
      <Resource name="inquiries" list={InquiryList} edit={InquiryEdit} />
      <Resource name="actions" list={ActionList} />
      <CustomRoutes>
        <Route path="/account" element={<AccountPage />} />
        <Route path="/demand" element={<Demand />} />
        <Route path="/quality" element={<QualityPage />} />
        <Route path="/index" element={<SearchIndex />} />
        <Route path="/import" element={<Import />} />
      </CustomRoutes>
    </Admin>
  );
}
