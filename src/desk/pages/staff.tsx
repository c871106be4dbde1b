import { useState } from 'react';
import { SelectInput, TextInput } from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Box, Button } from '@mui/material';
import { ROLES } from '../account.js';
import type { Account, StaffRole } from '../account.js';
import { choicesOf } from './choices.js';
import { MakeSecretButton, SecretDialog, useQuestion } from './dialogs.js';
import { Choose, Mark, NEEDED, useDesk, useWork } from './pieces.js';
import { OfficeList, OfficeTable } from './records.js';

/** The accounts of staff: add, role, new password, sign out everywhere, switch off. */
export function StaffList() {
  const { t, time } = useDesk();
  return (
    <OfficeList pagination={false} perPage={200} component="div">
      <Box sx={{ color: 'text.secondary' }}>{t('staff.hint')}</Box>
      <MakeSecretButton
        of="staff"
        defaults={{ role: 'editor' }}
        secretOf={({ name, password }) => [name, password]}
      >
        <TextInput
          source="name"
          validate={NEEDED}
          autoFocus
          slotProps={{ htmlInput: { maxLength: 50, autoComplete: 'off' } }}
        />
        <SelectInput source="role" choices={choicesOf('staff.roles', ROLES)} validate={NEEDED} />
      </MakeSecretButton>
      <OfficeTable<Account & RaRecord>
        columns={[
          { source: 'name' },
          { source: 'role', value: (account) => <Role account={account} /> },
          {
            source: 'disabled_at',
            value: ({ disabled_at: off }) => (
              <Mark colour={off ? 'grey' : 'green'}>{t(off ? 'staff.disabled' : 'staff.active')}</Mark>
            ),
          },
          { source: 'seen_at', value: ({ seen_at: at }) => (at ? time(at) : t('staff.unseen')) },
        ]}
        actions={(account) => <Actions account={account} />}
      />
    </OfficeList>
  );
}

/** Does something with an account, and says that it is done. */
function useDo() {
  const { tell, refresh } = useDesk();
  const [act] = useWork(
    (work: () => Promise<unknown>, said?: 'staff.saved' | 'staff.signed_out', of?: object) =>
      work()
        .then(() => said && tell(said, 'success', of))
        .finally(refresh),
  );
  return act;
}

function Role({ account: { id, name, role } }: { account: Account }) {
  const { office, t } = useDesk();
  const act = useDo();
  const [ask, question] = useQuestion();
  const change = (to: StaffRole): void =>
    ask(
      {
        title: t('staff.role_of', { name }),
        content: t('staff.role_text', { name, role: t(`staff.roles.${to}`) }),
      },
      () => act(() => office.call('PUT', `/staff/${id}`, { role: to }), 'staff.saved'),
    );
  return (
    <>
      <Choose<StaffRole>
        label={t('staff.role_of', { name })}
        value={role}
        choices={ROLES.map((each) => [each, t(`staff.roles.${each}`)])}
        onChange={change}
        sx={{ minWidth: 170, my: 0.5 }}
      />
      {question}
    </>
  );
}

function Actions({ account: { id, name, disabled_at: disabledAt } }: { account: Account }) {
  const { office, t } = useDesk();
  const act = useDo();
  const [ask, question] = useQuestion();
  const [made, setMade] = useState<{ password: string }>();
  const switchTo = (disabled: boolean): void =>
    act(() => office.call('PUT', `/staff/${id}`, { disabled }), 'staff.saved');
  const renew = () => act(async () => setMade(await office.dataOf('POST', `/staff/${id}/password`)));
  const button = (word: 'password' | 'sign_out' | 'disable' | 'enable', onClick: () => void) => (
    <Button
      size="small"
      color={word === 'disable' ? 'error' : 'primary'}
      aria-label={t('staff.of', { what: t(`staff.${word}`), name })}
      onClick={onClick}
      sx={{ minHeight: 40 }}
    >
      {t(`staff.${word}`)}
    </Button>
  );
  return (
    <>
      {button('password', () =>
        ask(
          { title: t('staff.password_title', { name }), content: t('staff.password_text', { name }) },
          renew,
        ),
      )}
      {button('sign_out', () =>
        act(() => office.call('DELETE', `/staff/${id}/sessions`), 'staff.signed_out', { name }),
      )}
      {disabledAt === null
        ? button('disable', () =>
            ask(
              {
                title: t('staff.disable'),
                content: t('staff.disable_text', { name }),
                confirm: t('staff.disable'),
                confirmColor: 'warning',
              },
              () => switchTo(true),
            ),
          )
        : button('enable', () => switchTo(false))}
      {question}
      {made && (
        <SecretDialog of="staff" name={name} secret={made.password} onClose={() => setMade(undefined)} />
      )}
    </>
  );
}
