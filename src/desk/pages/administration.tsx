import { useState } from 'react';
import { CheckboxGroupInput, DateTimeInput, maxLength, required, SelectInput, TextInput } from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Button } from '@mui/material';
import { KEY_ACCESSES } from '../../platform/http/key-access.js';
import type { WebhookFailure } from '../../exchange/failure.js';
import { ROLES } from '../account.js';
import type { Account, AccountChange, StaffRole } from '../account.js';
import { call, dataOf } from './call.js';
import { choicesOf } from './inputs.js';
import { ConfirmedDeleteButton, MakeSecretButton, SecretDialog, useQuestion } from './dialogs.js';
import { Choose, Mark, NEEDED, toInstant, useDesk, useWork } from './pieces.js';
import { OfficeList, OfficeTable } from './records.js';

const NAME = [required(), maxLength(100)];
const SOURCE = [required(), maxLength(50)];
const ACCESSES = choicesOf('key.access', KEY_ACCESSES);

function stateOf({ revoked_at: revoked, expires_at: expires }: RaRecord): 'valid' | 'revoked' | 'expired' {
  if (revoked) return 'revoked';
  return expires && Date.parse(expires) <= Date.now() ? 'expired' : 'valid';
}

/** API keys: issue, list, revoke. */
export function KeyList() {
  const { time, t } = useDesk();
  return (
    <OfficeList pagination={false} perPage={200} component="div">
      <MakeSecretButton
        of="key"
        defaults={{ source: 'sync', access: 'all' }}
        secretOf={({ name, key }) => [name, key]}
      >
        <TextInput source="name" validate={NAME} autoFocus />
        <TextInput source="source" validate={SOURCE} helperText={t('key.source_hint')} />
        <SelectInput source="access" choices={ACCESSES} validate={NEEDED} helperText={t('key.access_hint')} />
        <DateTimeInput source="expires_at" parse={toInstant} helperText={t('key.expires_hint')} />
      </MakeSecretButton>
      <OfficeTable
        columns={[
          { source: 'name' },
          { source: 'source' },
          { source: 'access', value: ({ access }) => t(`key.access.${access}`) },
          {
            source: 'state',
            value: (key) => (
              <Mark colour={stateOf(key) === 'valid' ? 'green' : 'grey'}>
                {t(`key.state.${stateOf(key)}`)}
              </Mark>
            ),
          },
          { source: 'last_used_at', value: ({ last_used_at: at }) => (at ? time(at) : t('key.unused')) },
          { source: 'created_at', value: ({ created_at: at }) => time(at) },
          { source: 'expires_at', value: ({ expires_at: at }) => (at ? time(at) : t('key.never')) },
        ]}
        actions={(key) => stateOf(key) === 'valid' && <ConfirmedDeleteButton of="key" word="key.revoke" />}
      />
    </OfficeList>
  );
}

const CHANGES = ['upsert', 'delete'] as const;
const EVENTS = choicesOf('webhook.events', [...CHANGES, 'inquiry.created']);
const COLOURS = { active: 'green', failing: 'amber', disabled: 'grey' } as const;

/** Receivers of product changes and inquiries: add, test, switch on and off, delete. */
export function WebhookList() {
  const { lasting, time, t } = useDesk();
  const moment = (at: string | null): string => (at ? time(at) : t('webhook.none'));
  const state = ({ state: is, disabled_reason: reason, disabled_at: at }: RaRecord) => (
    <>
      <Mark colour={COLOURS[is as keyof typeof COLOURS]}>{t(`webhook.state.${is}`)}</Mark>
      {reason && ` ${t(`webhook.reason.${reason}`)} · ${time(at)}`}
    </>
  );
  const lag = ({ lag_changes: changes, lag_seconds: seconds, waiting_inquiries: waiting }: RaRecord) =>
    t('lag', { changes, time: lasting(seconds) }) +
    (waiting > 0 ? ` · ${t('webhook.waiting_inquiries', { smart_count: waiting })}` : '');
  return (
    <OfficeList pagination={false} perPage={200} component="div">
      <MakeSecretButton
        of="webhook"
        defaults={{ events: CHANGES }}
        secretOf={({ url, secret }) => [url, secret]}
      >
        <TextInput source="url" type="url" validate={NEEDED} autoFocus helperText={t('webhook.url_hint')} />
        <CheckboxGroupInput source="events" validate={NEEDED} choices={EVENTS} />
      </MakeSecretButton>
      <OfficeTable
        cards
        columns={[
          { source: 'url' },
          { source: 'state', value: state },
          {
            source: 'events',
            value: ({ events }) => events.map((event: string) => t(`webhook.events.${event}`)).join(' · '),
          },
          { source: 'succeeded_at', value: ({ succeeded_at: at }) => moment(at) },
          {
            source: 'failed_at',
            value: ({ failed_at: at, last_error: error }) =>
              moment(at) + (error ? ` · ${t(`failures.webhook.${error.code}`, error)}` : ''),
          },
          { source: 'next_attempt_at', value: ({ next_attempt_at: at }) => time(at) },
          { source: 'lag', value: lag },
        ]}
        actions={(webhook) => <WebhookActions webhook={webhook} />}
      />
    </OfficeList>
  );
}

/** The buttons that test a webhook, switch it on or off, and delete it. */
function WebhookActions({ webhook }: { webhook: RaRecord }) {
  const { t, tell, refresh } = useDesk();
  const [act, isBusy] = useWork((work: () => Promise<unknown>) => work().finally(refresh));
  const { id, url, state } = webhook;
  const other = state === 'disabled' ? 'enable' : 'disable';
  const test = async (): Promise<void> => {
    const { error, ...tested } = await dataOf<{ status?: number; error?: WebhookFailure }>(
      'POST',
      `/webhooks/${id}/test`,
    );
    if (error) tell('webhook.test_failed', 'error', { error: t(`failures.webhook.${error.code}`, error) });
    else tell('webhook.test_ok', 'success', tested);
  };
  const button = (word: 'test' | 'enable' | 'disable', work: () => Promise<unknown>) => (
    <Button
      size="small"
      disabled={isBusy}
      aria-label={t(`webhook.${word}_of`, { url })}
      onClick={() => act(work)}
    >
      {t(`webhook.${word}`)}
    </Button>
  );
  return (
    <>
      {button('test', test)}
      {button(other, () => call('POST', `/webhooks/${id}/${other}`))}
      <ConfirmedDeleteButton of="webhook" />
    </>
  );
}

/** The accounts of staff: add, role, new password, sign out everywhere, switch off. */
export function StaffList() {
  const { t, time } = useDesk();
  return (
    <OfficeList pagination={false} perPage={200} component="div" hint={t('staff.hint')}>
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
          { source: 'seen_at', value: ({ seen_at: at }) => (at ? time(at) : t('key.unused')) },
        ]}
        actions={(account) => <AccountActions account={account} />}
      />
    </OfficeList>
  );
}

/** Does something with an account, and says that it is done. */
function useAccount({ id }: Account) {
  const { tell, refresh } = useDesk();
  const [act] = useWork((work: () => Promise<unknown>) => work().finally(refresh));
  const change = (to: AccountChange): void =>
    act(() => call('PUT', `/staff/${id}`, to).then(() => tell('staff.saved', 'success')));
  return { act, change };
}

function Role({ account }: { account: Account }) {
  const { t } = useDesk();
  const { change } = useAccount(account);
  const [ask, question] = useQuestion();
  const { name, role } = account;
  const title = t('staff.role_of', { name });
  const text = (to: StaffRole): string => t('staff.role_text', { name, role: t(`staff.roles.${to}`) });
  return (
    <>
      <Choose<StaffRole>
        label={title}
        value={role}
        choices={ROLES.map((each) => [each, t(`staff.roles.${each}`)])}
        onChange={(to) => ask({ title, content: text(to) }, () => change({ role: to }))}
        sx={{ minWidth: 170, my: 0.5 }}
      />
      {question}
    </>
  );
}

function AccountActions({ account }: { account: Account }) {
  const { t, tell } = useDesk();
  const { act, change } = useAccount(account);
  const [ask, question] = useQuestion();
  const [made, setMade] = useState<{ password: string }>();
  const { id, name } = account;
  const renew = () => act(async () => setMade(await dataOf('POST', `/staff/${id}/password`)));
  const signOut = async (): Promise<void> => {
    await call('DELETE', `/staff/${id}/sessions`);
    tell('staff.signed_out', 'success', { name });
  };
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
  const password = { title: t('staff.password_title', { name }), content: t('staff.password_text') };
  const off = { title: t('staff.disable'), content: t('staff.disable_text', { name }) };
  const red = { confirm: t('staff.disable'), confirmColor: 'warning' } as const;
  return (
    <>
      {button('password', () => ask(password, renew))}
      {button('sign_out', () => act(signOut))}
      {account.disabled_at === null
        ? button('disable', () => ask({ ...off, ...red }, () => change({ disabled: true })))
        : button('enable', () => change({ disabled: false }))}
      {question}
      {made && (
        <SecretDialog of="staff" name={name} secret={made.password} onClose={() => setMade(undefined)} />
      )}
    </>
  );
}
