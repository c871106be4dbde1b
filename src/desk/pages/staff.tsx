import { useState } from 'react';
import { required, SelectInput, TextInput, useNotify, useRefresh } from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Box, Button } from '@mui/material';
import { ROLES } from '../account.js';
import type { Account, StaffRole } from '../account.js';
import { choicesOf } from './choices.js';
import { MakeSecretButton, SecretDialog, useQuestion } from './dialogs.js';
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
          choices={choicesOf('office.staff.roles', ROLES)}
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
  const [ask, question] = useQuestion();
  const change = (to: StaffRole): void =>
    ask({ title: t('role_of', { name }), content: t('role_text', { name, role: t(`roles.${to}`) }) }, () =>
      act(() => office.call('PUT', `/staff/${id}`, { role: to }), t('saved')),
    );
  return (
    <>
      <Choose<StaffRole>
        label={t('role_of', { name })}
        value={role}
        choices={ROLES.map((each) => [each, t(`roles.${each}`)])}
        onChange={change}
        sx={{ minWidth: 170, my: 0.5 }}
      />
      {question}
    </>
  );
}

function Actions({ account: { id, name, disabled_at: disabledAt } }: { account: Account }) {
  const office = useOffice();
  const t = useWords('staff');
  const act = useDo();
  const shown = useShown();
  const [ask, question] = useQuestion();
  const [made, setMade] = useState<{ name: string; password: string }>();
  const switchTo = (disabled: boolean): void =>
    act(() => office.call('PUT', `/staff/${id}`, { disabled }), t('saved'));
  const renew = () => act(async () => setMade(await office.dataOf('POST', `/staff/${id}/password`)));
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
      {button('password', () =>
        ask({ title: t('password_title', { name }), content: t('password_text', { name }) }, renew),
      )}
      {button('sign_out', () =>
        act(() => office.call('DELETE', `/staff/${id}/sessions`), t('signed_out', { name })),
      )}
      {disabledAt === null
        ? button('disable', () =>
            ask(
              {
                title: t('disable'),
                content: t('disable_text', { name }),
                confirm: t('disable'),
                confirmColor: 'warning',
              },
              () => switchTo(true),
            ),
          )
        : button('enable', () => switchTo(false))}
      {question}
      {made && <SecretDialog {...shown(made)} onClose={() => setMade(undefined)} />}
    </>
  );
}
