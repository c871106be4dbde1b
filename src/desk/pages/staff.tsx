import { useState } from 'react';
import { Confirm, required, SelectInput, TextInput, useNotify, useRefresh } from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Box, Button } from '@mui/material';
import { ROLES } from '../account.js';
import type { Account, StaffRole } from '../account.js';
import { MakeSecretButton, SecretDialog } from './dialogs.js';
import { Choose, Mark, useOffice, useTime, useWork, useWords } from './pieces.js';
import { OfficeList, OfficeTable } from './records.js';

const NEEDED = [required()];
const useShown = () => {
  const t = useWords('staff');
  return ({ name, password }: { name: string; password: string }) => ({
    title: t('password_of', { name }),
    warning: t('once'),
    secret: password,
    testId: 'new-password',
  });
};

/** The accounts of staff: add, role, new password, sign out everywhere, switch off. */
export function StaffList() {
  const t = useWords('staff');
  const time = useTime();
  const shown = useShown();
  return (
    <OfficeList pagination={false} perPage={200} component="div">
      <Box sx={{ color: 'text.secondary' }}>{t('hint')}</Box>
      <MakeSecretButton
        word="office.staff.add"
        defaults={{ role: 'editor' }}
        shown={(made) => shown(made as unknown as { name: string; password: string })}
      >
        <TextInput
          source="name"
          label="office.staff.name"
          validate={NEEDED}
          autoFocus
          helperText={false}
          slotProps={{ htmlInput: { maxLength: 50, autoComplete: 'off' } }}
        />
        <SelectInput
          source="role"
          label="office.staff.role"
          choices={ROLES.map((id) => ({ id, name: `office.staff.roles.${id}` }))}
          validate={NEEDED}
          helperText={false}
        />
      </MakeSecretButton>
      <OfficeTable<Account & RaRecord>
        columns={[
          { source: 'name', label: 'office.staff.name' },
          { source: 'role', label: 'office.staff.role', value: (account) => <Role account={account} /> },
          {
            source: 'disabled_at',
            label: 'office.staff.state',
            value: ({ disabled_at: off }) => (
              <Mark colour={off ? 'grey' : 'green'}>{t(off ? 'disabled' : 'active')}</Mark>
            ),
          },
          {
            source: 'seen_at',
            label: 'office.staff.seen',
            value: ({ seen_at: at }) => (at ? time(at) : t('unseen')),
          },
        ]}
        actions={(account) => <Actions account={account} />}
      />
    </OfficeList>
  );
}

/** Does something with an account, and says that it is done. */
function useDo() {
  const notify = useNotify();
  const refresh = useRefresh();
  const [act] = useWork((work: () => Promise<unknown>, said?: string) =>
    work()
      .then(() => said !== undefined && notify(said, { type: 'success' }))
      .finally(refresh),
  );
  return act;
}

function Role({ account: { id, name, role } }: { account: Account }) {
  const office = useOffice();
  const t = useWords('staff');
  const act = useDo();
  const [asked, setAsked] = useState<StaffRole>();
  const confirmed = (): void => {
    setAsked(undefined);
    act(() => office.call('PUT', `/staff/${id}`, { role: asked }), t('saved'));
  };
  return (
    <>
      <Choose<StaffRole>
        label={t('role_of', { name })}
        value={role}
        choices={ROLES.map((each) => [each, t(`roles.${each}`)])}
        onChange={setAsked}
        sx={{ minWidth: 170, my: 0.5 }}
      />
      <Confirm
        isOpen={asked !== undefined}
        title={t('role_of', { name })}
        content={asked ? t('role_text', { name, role: t(`roles.${asked}`) }) : ''}
        onConfirm={confirmed}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}

function Actions({ account: { id, name, disabled_at: disabledAt } }: { account: Account }) {
  const office = useOffice();
  const t = useWords('staff');
  const act = useDo();
  const shown = useShown();
  const [asked, setAsked] = useState<'password' | 'disable'>();
  const [made, setMade] = useState<{ name: string; password: string }>();
  const switchTo = (disabled: boolean): void =>
    act(() => office.call('PUT', `/staff/${id}`, { disabled }), t('saved'));
  const confirmed = (): void => {
    setAsked(undefined);
    if (asked === 'disable') switchTo(true);
    else act(async () => setMade(await office.dataOf('POST', `/staff/${id}/password`)));
  };
  const button = (word: string, onClick: () => void) => (
    <Button
      size="small"
      color={word === 'disable' ? 'error' : 'primary'}
      aria-label={t('of', { what: t(word), name })}
      onClick={onClick}
      sx={{ minHeight: 40 }}
    >
      {t(word)}
    </Button>
  );
  return (
    <>
      {button('password', () => setAsked('password'))}
      {button('sign_out', () =>
        act(() => office.call('DELETE', `/staff/${id}/sessions`), t('signed_out', { name })),
      )}
      {disabledAt === null
        ? button('disable', () => setAsked('disable'))
        : button('enable', () => switchTo(false))}
      <Confirm
        isOpen={asked !== undefined}
        title={asked === 'password' ? t('password_title', { name }) : t('disable')}
        content={asked ? t(`${asked}_text`, { name }) : ''}
        onConfirm={confirmed}
        onClose={() => setAsked(undefined)}
      />
      {made && <SecretDialog {...shown(made)} onClose={() => setMade(undefined)} />}
    </>
  );
}
