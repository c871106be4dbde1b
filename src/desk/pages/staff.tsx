import { useState } from 'react';
import { Confirm, Title, useNotify, useTranslate } from 'react-admin';
import { Box, Button, Card, Chip, Stack, TextField } from '@mui/material';
import { ROLES } from '../account.js';
import type { Account, AccountChange, StaffRole } from '../account.js';
import { failureOf } from './call.js';
import { inForm, OfficeDialog, SecretDialog } from './dialogs.js';
import { Choose, COLOURS, Named, useFail, useOffice, useOnce, useTime } from './pieces.js';
import { Shown, useReading } from './reading.js';

/** What is asked before it is done. */
type Asked = { what: 'password' | 'disable'; account: Account };

const useTexts = () => {
  const translate = useTranslate();
  return (name: string, values = {}): string => translate(`office.staff.${name}`, values);
};

/** The accounts of staff: add, role, new password, sign out everywhere, switch off. */
export function StaffPage() {
  const office = useOffice();
  const notify = useNotify();
  const fail = useFail();
  const translate = useTranslate();
  const t = useTexts();
  const accounts = useReading(() => office.staff());
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const [made, setMade] = useState<{ name: string; password: string }>();

  const attempt = async (work: () => Promise<string | undefined>): Promise<void> => {
    try {
      const said = await work();
      if (said !== undefined) notify(said, { type: 'success' });
    } catch (error) {
      fail(error);
    }
    accounts.again();
  };
  const change = (account: Account, to: AccountChange): void =>
    void attempt(async () => {
      await office.changeStaff(account.id, to);
      return t('saved');
    });
  const confirmed = ({ what, account }: Asked): void => {
    setAsked(undefined);
    if (what === 'disable') return change(account, { disabled: true });
    void attempt(async () => {
      setMade(await office.resetPassword(account.id));
      return undefined;
    });
  };
  return (
    <Box sx={{ mt: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={translate('office.menu.staff')} />
      <Box sx={{ color: 'text.secondary' }}>{t('hint')}</Box>
      <Button variant="contained" sx={{ my: 2, justifySelf: 'start' }} onClick={() => setAdding(true)}>
        {t('add')}
      </Button>
      <Shown reading={accounts}>
        {(list) => (
          <Stack component="ul" spacing={1} sx={{ p: 0, m: 0, listStyle: 'none' }}>
            {list.map((account) => (
              <AccountCard
                key={account.id}
                account={account}
                onChange={(to) => change(account, to)}
                onAsk={(what) => setAsked({ what, account })}
                onSignOut={() =>
                  void attempt(async () => {
                    await office.signOutEverywhere(account.id);
                    return t('signed_out', { name: account.name });
                  })
                }
              />
            ))}
          </Stack>
        )}
      </Shown>
      {adding && (
        <NewAccount
          onClose={() => setAdding(false)}
          onMade={(account) => {
            setAdding(false);
            setMade(account);
            accounts.again();
          }}
        />
      )}
      {asked && (
        <Confirm
          isOpen
          title={asked.what === 'password' ? t('password_title', { name: asked.account.name }) : t('disable')}
          content={t(`${asked.what}_text`, { name: asked.account.name })}
          onConfirm={() => confirmed(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {made && (
        <SecretDialog
          title={t('password_of', { name: made.name })}
          warning={t('once')}
          secret={made.password}
          testId="new-password"
          onClose={() => setMade(undefined)}
        />
      )}
    </Box>
  );
}

function AccountCard({
  account,
  onChange,
  onAsk,
  onSignOut,
}: {
  account: Account;
  onChange: (to: AccountChange) => void;
  onAsk: (what: Asked['what']) => void;
  onSignOut: () => void;
}) {
  const t = useTexts();
  const time = useTime();
  const { name, role, disabled_at: disabledAt, seen_at: seenAt } = account;
  const isOff = disabledAt !== null;
  const act = (word: string, onClick: () => void, color: 'primary' | 'error' = 'primary') => (
    <Button
      size="small"
      color={color}
      aria-label={t('of', { what: t(word), name })}
      onClick={onClick}
      sx={{ minHeight: 40 }}
    >
      {t(word)}
    </Button>
  );
  return (
    <Card component="li" variant="outlined" sx={{ p: 1.5 }}>
      <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
          <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Box>
          <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
            {seenAt === null ? t('unseen') : <Named name={t('seen')}>{time(seenAt)}</Named>}
          </Box>
        </Box>
        <Chip
          size="small"
          label={t(isOff ? 'disabled' : 'active')}
          sx={isOff ? COLOURS.grey : COLOURS.green}
        />
        <RoleChoice label={t('role_of', { name })} role={role} onChange={(to) => onChange({ role: to })} />
        <Box>
          {act('password', () => onAsk('password'))}
          {act('sign_out', onSignOut)}
          {isOff
            ? act('enable', () => onChange({ disabled: false }))
            : act('disable', () => onAsk('disable'), 'error')}
        </Box>
      </Stack>
    </Card>
  );
}

function RoleChoice({
  label,
  role,
  onChange,
}: {
  label: string;
  role: StaffRole;
  onChange: (role: StaffRole) => void;
}) {
  const t = useTexts();
  return (
    <Choose
      label={label}
      value={role}
      choices={ROLES.map((each) => [each, t(`roles.${each}`)])}
      onChange={onChange}
      sx={{ minWidth: 170 }}
    />
  );
}

function NewAccount({
  onClose,
  onMade,
}: {
  onClose: () => void;
  onMade: (made: { name: string; password: string }) => void;
}) {
  const office = useOffice();
  const t = useTexts();
  const [name, setName] = useState('');
  const [role, setRole] = useState<StaffRole>('editor');
  const [fault, setFault] = useState<string>();
  const add = useOnce(() =>
    office.addStaff(name, role).then(onMade, (error: unknown) => setFault(failureOf(error).message)),
  );
  return (
    <OfficeDialog
      title={t('add')}
      onClose={onClose}
      buttons={
        <Button type="submit" variant="contained">
          {t('add')}
        </Button>
      }
      wrap={inForm(add)}
    >
      <Stack spacing={2} sx={{ pt: 1 }}>
        <TextField
          autoFocus
          required
          label={t('name')}
          value={name}
          error={fault !== undefined}
          helperText={fault}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 50, autoComplete: 'off' } }}
        />
        <RoleChoice label={t('role')} role={role} onChange={setRole} />
      </Stack>
    </OfficeDialog>
  );
}
