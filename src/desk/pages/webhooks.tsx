import { CheckboxGroupInput, TextInput } from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Button } from '@mui/material';
import { choicesOf } from './choices.js';
import { ConfirmedDeleteButton, MakeSecretButton } from './dialogs.js';
import { Mark, NEEDED, useDesk, useWork } from './pieces.js';
import { OfficeList, OfficeTable } from './records.js';

const CHANGES = ['upsert', 'delete'] as const;
const EVENTS = choicesOf('webhook.events', [...CHANGES, 'inquiry.created']);
const COLOURS = { active: 'green', failing: 'amber', disabled: 'grey' } as const;

/** Receivers of product changes and inquiries: add, test, switch on and off, delete. */
export function WebhookList() {
  const { time, t } = useDesk();
  const failure = useFailure();
  const moment = (at: string | null): string => (at ? time(at) : t('webhook.none'));
  const state = ({ state: is, disabled_reason: reason, disabled_at: at }: RaRecord) => (
    <>
      <Mark colour={COLOURS[is as keyof typeof COLOURS]}>{t(`webhook.state.${is}`)}</Mark>
      {reason && ` ${t(`webhook.reason.${reason}`)} · ${time(at)}`}
    </>
  );
  const lag = ({
    lag_changes: changes,
    lag_seconds: seconds,
    waiting_inquiries: waiting,
  }: RaRecord): string =>
    t('webhook.lag', { changes, seconds: Math.round(seconds) }) +
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
              moment(at) + (error ? ` · ${failure(error)}` : ''),
          },
          { source: 'next_attempt_at', value: ({ next_attempt_at: at }) => time(at) },
          { source: 'lag', value: lag },
        ]}
        actions={(webhook) => <Actions webhook={webhook} />}
      />
    </OfficeList>
  );
}

const FAILURES = [
  [/^it answered (3\d\d)/, 'redirected'],
  [/^it answered (\d+)/, 'answered'],
  [/not answer in time/, 'late'],
  [/not answer in HTTP/, 'no_http'],
  [/private network/, 'private'],
  [/not on https/, 'no_https'],
  [/reached \((?:ENOTFOUND|EAI_AGAIN)\)/, 'no_host'],
  [/reached \(ECONNREFUSED\)/, 'refused'],
  [/reached \(.*(?:CERT|SIGNATURE|ISSUER).*\)/, 'certificate'],
  [/could not be reached/, 'unreached'],
] as const;

/** Why a message was not accepted, in the page's language. */
function useFailure(): (reason: string) => string {
  const { t } = useDesk();
  return (reason) => {
    const [failure, text] = FAILURES.find(([each]) => each.test(reason)) ?? [];
    return failure && text ? t(`webhook.failure.${text}`, { what: failure.exec(reason)![1] }) : reason;
  };
}

/** The buttons that test a webhook, switch it on or off, and delete it. */
function Actions({ webhook }: { webhook: RaRecord }) {
  const { t, tell, refresh, office } = useDesk();
  const failure = useFailure();
  const [act, isBusy] = useWork((work: () => Promise<unknown>) => work().finally(refresh));
  const { id, url, state } = webhook;
  const other = state === 'disabled' ? 'enable' : 'disable';
  const test = async (): Promise<void> => {
    const tested = await office.dataOf<{ ok: boolean; status?: number; error?: string }>(
      'POST',
      `/webhooks/${id}/test`,
    );
    if (tested.ok) tell('webhook.test_ok', 'success', tested);
    else tell('webhook.test_failed', 'error', { error: failure(tested.error!) });
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
      {button(other, () => office.call('POST', `/webhooks/${id}/${other}`))}
      <ConfirmedDeleteButton record={webhook} of="webhook" />
    </>
  );
}
