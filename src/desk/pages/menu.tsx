import type { ReactNode } from 'react';
import { Menu, useSidebarState } from 'react-admin';
import { Badge, Box } from '@mui/material';
import { useLocation } from 'react-router-dom';
import { Icon, useDesk, useIsAdministrator } from './pieces.js';
import { useReading } from './reading.js';
import type { TextId } from './texts.js';

/** Counts what waits for an answer whenever another page is shown: a timer would keep an absent person signed in. */
function OpenInquiries() {
  const { office } = useDesk();
  const { pathname } = useLocation();
  const ask = () => office.dataOf<{ open: number }>('GET', '/inquiries/open');
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
