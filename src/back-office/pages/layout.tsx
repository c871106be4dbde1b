import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { AppBar, Layout, Menu, TitlePortal, useGetIdentity, useLogout, useTranslate } from 'react-admin';
import { Badge, Button } from '@mui/material';
import AliasIcon from '@mui/icons-material/Translate';
import CategoryIcon from '@mui/icons-material/Category';
import HistoryIcon from '@mui/icons-material/History';
import ImageIcon from '@mui/icons-material/Image';
import DemandIcon from '@mui/icons-material/TravelExplore';
import InventoryIcon from '@mui/icons-material/Science';
import KeyIcon from '@mui/icons-material/VpnKey';
import LabelIcon from '@mui/icons-material/Label';
import ListIcon from '@mui/icons-material/ReceiptLong';
import MailIcon from '@mui/icons-material/MailOutlined';
import ManageSearchIcon from '@mui/icons-material/ManageSearch';
import RuleIcon from '@mui/icons-material/Rule';
import PasswordIcon from '@mui/icons-material/Password';
import ProfileIcon from '@mui/icons-material/TableView';
import SignOutIcon from '@mui/icons-material/Logout';
import UploadIcon from '@mui/icons-material/UploadFile';
import WebhookIcon from '@mui/icons-material/Webhook';
import { useLocation } from 'react-router-dom';
import { LanguageSwitch, PageLanguage } from './language.js';
import { useOffice } from './pieces.js';

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

/** Counts what waits for an answer whenever another page is shown: a timer would keep an absent person signed in. */
function OpenInquiries() {
  const office = useOffice();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(0);
  useEffect(() => {
    office.openInquiries().then(setOpen, () => {}); // the page itself reports that the service is down
  }, [office, pathname]);
  return (
    <Badge badgeContent={open} max={999} color="error">
      <MailIcon />
    </Badge>
  );
}

function OfficeMenu() {
  const translate = useTranslate();
  const item = (to: string, name: string, icon: ReactNode) => (
    <Menu.Item to={to} primaryText={translate(name, { smart_count: 2 })} leftIcon={icon} />
  );
  return (
    <Menu>
      {item('/products', 'resources.products.name', <InventoryIcon />)}
      {item('/categories', 'resources.categories.name', <CategoryIcon />)}
      {item('/tags', 'resources.tags.name', <LabelIcon />)}
      {item('/aliases', 'resources.aliases.name', <AliasIcon />)}
      {item('/quality', 'office.menu.quality', <RuleIcon />)}
      {item('/media', 'resources.media.name', <ImageIcon />)}
      {item('/import', 'office.menu.import', <UploadIcon />)}
      {item('/profiles', 'resources.profiles.name', <ProfileIcon />)}
      {item('/keys', 'resources.keys.name', <KeyIcon />)}
      {item('/webhooks', 'resources.webhooks.name', <WebhookIcon />)}
      {item('/sync-log', 'resources.sync-log.name', <ListIcon />)}
      {item('/inquiries', 'resources.inquiries.name', <OpenInquiries />)}
      {item('/demand', 'office.menu.demand', <DemandIcon />)}
      {item('/index', 'office.menu.index', <ManageSearchIcon />)}
      {item('/actions', 'resources.actions.name', <HistoryIcon />)}
      {item('/account', 'office.menu.account', <PasswordIcon />)}
    </Menu>
  );
}

/** The frame of every page: bar and menu. */
export function OfficeLayout({ children }: { children?: ReactNode }) {
  return (
    <Layout appBar={OfficeBar} menu={OfficeMenu}>
      <PageLanguage />
      {children}
    </Layout>
  );
}
