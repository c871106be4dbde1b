import type { ReactNode } from 'react';
import { Menu, useSidebarState, useTranslate } from 'react-admin';
import { Badge, Box } from '@mui/material';
import AliasIcon from '@mui/icons-material/Translate';
import CategoryIcon from '@mui/icons-material/Category';
import DeletedIcon from '@mui/icons-material/RestoreFromTrash';
import DemandIcon from '@mui/icons-material/TravelExplore';
import HistoryIcon from '@mui/icons-material/History';
import HomeIcon from '@mui/icons-material/SpaceDashboardOutlined';
import ImageIcon from '@mui/icons-material/Image';
import InventoryIcon from '@mui/icons-material/Science';
import KeyIcon from '@mui/icons-material/VpnKey';
import LabelIcon from '@mui/icons-material/Label';
import ListIcon from '@mui/icons-material/ReceiptLong';
import MailIcon from '@mui/icons-material/MailOutlined';
import ManageSearchIcon from '@mui/icons-material/ManageSearch';
import PasswordIcon from '@mui/icons-material/Password';
import ProfileIcon from '@mui/icons-material/TableView';
import RuleIcon from '@mui/icons-material/Rule';
import TermIcon from '@mui/icons-material/Language';
import StaffIcon from '@mui/icons-material/ManageAccounts';
import UploadIcon from '@mui/icons-material/UploadFile';
import WebhookIcon from '@mui/icons-material/Webhook';
import { useLocation } from 'react-router-dom';
import { useIsAdministrator, useOffice } from './pieces.js';
import { useReading } from './reading.js';

/** Counts what waits for an answer whenever another page is shown: a timer would keep an absent person signed in. */
function OpenInquiries() {
  const office = useOffice();
  const { pathname } = useLocation();
  const ask = () => office.dataOf<{ open: number }>('GET', '/inquiries/open');
  const { answer: inquiries } = useReading('menu', ask, pathname);
  return (
    <Badge badgeContent={inquiries?.open ?? 0} max={999} color="error">
      <MailIcon />
    </Badge>
  );
}

/** The pages of each group: the path, the name and the icon. */
const GROUPS = {
  catalogue: [
    ['/products', 'resources.products.name', InventoryIcon],
    ['/categories', 'resources.categories.name', CategoryIcon],
    ['/tags', 'resources.tags.name', LabelIcon],
    ['/terms', 'resources.terms.name', TermIcon],
    ['/aliases', 'resources.aliases.name', AliasIcon],
    ['/media', 'resources.media.name', ImageIcon],
    ['/quality', 'office.menu.quality', RuleIcon],
    ['/deleted', 'resources.deleted.name', DeletedIcon],
    ['/import', 'office.menu.import', UploadIcon],
    ['/profiles', 'resources.profiles.name', ProfileIcon],
  ],
  customers: [
    ['/inquiries', 'resources.inquiries.name', OpenInquiries],
    ['/demand', 'resources.demand.name', DemandIcon],
  ],
  operations: [
    ['/sync-log', 'resources.sync-log.name', ListIcon],
    ['/keys', 'resources.keys.name', KeyIcon],
    ['/webhooks', 'resources.webhooks.name', WebhookIcon],
    ['/index', 'office.menu.index', ManageSearchIcon],
    ['/actions', 'resources.actions.name', HistoryIcon],
    ['/staff', 'resources.staff.name', StaffIcon],
    ['/account', 'office.menu.account', PasswordIcon],
  ],
} as const;

/** The pages that are of use to administrators alone. */
const ADMINISTRATION: ReadonlySet<string> = new Set(['/keys', '/webhooks', '/staff']);

/** The menu, in three groups. */
export function OfficeMenu() {
  const translate = useTranslate();
  const [isOpen] = useSidebarState();
  const isAdministrator = useIsAdministrator();
  const { pathname } = useLocation();
  const isHere = (to: string): boolean =>
    to === '/' ? pathname === to : `${pathname}/`.startsWith(`${to}/`);
  const item = (to: string, text: string, icon: ReactNode) => (
    <Menu.Item
      key={to}
      to={to}
      primaryText={translate(text, { smart_count: 2 })}
      leftIcon={icon}
      {...(isHere(to) && { 'aria-current': 'page' as const })}
    />
  );
  return (
    <Menu>
      {item('/', 'office.menu.home', <HomeIcon />)}
      {Object.entries(GROUPS).map(([group, pages]) => (
        <Box key={group} role="group" aria-label={translate(`office.menu.${group}`)}>
          <Box aria-hidden sx={{ pt: 1.5, pb: 0.5, px: 2, fontSize: 12, color: 'text.secondary' }}>
            {isOpen ? (
              translate(`office.menu.${group}`)
            ) : (
              <Box sx={{ borderTop: 1, borderColor: 'divider' }} />
            )}
          </Box>
          {pages
            .filter(([to]) => isAdministrator || !ADMINISTRATION.has(to))
            .map(([to, name, Icon]) => item(to, name, <Icon />))}
        </Box>
      ))}
    </Menu>
  );
}
