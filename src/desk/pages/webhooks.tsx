import { CheckboxGroupInput, required, TextInput, useNotify, useRefresh, useTranslate } from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Button } from '@mui/material';
import { choicesOf } from './choices.js';
import { ConfirmedDeleteButton, MakeSecretButton } from './dialogs.js';
import { Mark, useOffice, useTime, useWork, useWords } from './pieces.js';
import { OfficeList, OfficeTable } from './records.js';

const NEEDED = [required()];
const CHANGES = ['upsert', 'delete'];
const EVENTS = choicesOf('office.webhook.events', [...CHANGES, 'inquiry.created']);
const COLOURS = { active: 'green', failing: 'amber', disabled: 'grey' } as const;

/** Receivers of product changes and inquiries: add, test, switch on and off, delete. */
export function WebhookList() {
  const time = useTime();
  const failure = useFailure();
  const t = useWords('webhook');
  const moment = (at: string | null): string => (at ? time(at) : t('none'));
  const state = ({ state: is, disabled_reason: reason, disabled_at: at }: RaRecord) => (
    <>
      <Mark colour={COLOURS[is as keyof typeof COLOURS]}>{t(`state.${is}`)}</Mark>
      {reason && ` ${t(`reason.${reason}`)} · ${time(at)}`}
    </>
  );
  const lag = ({
    lag_changes: changes,
    lag_seconds: seconds,
    waiting_inquiries: waiting,
  }: RaRecord): string =>
    t('lag', { changes, seconds: Math.round(seconds) }) +
    (waiting > 0 ? ` · ${t('waiting_inquiries', { smart_count: waiting })}` : '');
  return (
    <OfficeList pagination={false} perPage={200} component="div">
      <AddWebhook />
      <OfficeTable
        cards
        columns={[
          { source: 'url' },
          { source: 'state', value: state },
          {
            source: 'events',
            value: ({ events }) => events.map((event: string) => t(`events.${event}`)).join(' · '),
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

const FAILURES: [failure: RegExp, text: string][] = [
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
];

/** Why a message was not accepted, in the page's language. */
function useFailure(): (reason: string) => string {
  const translate = useTranslate();
  return (reason) => {
    const [failure, text] = FAILURES.find(([each]) => each.test(reason)) ?? [];
    return failure ? translate(`office.webhook.failure.${text}`, { what: failure.exec(reason)![1] }) : reason;
  };
}

/** The buttons that test a webhook, switch it on or off, and delete it. */
function Actions({ webhook }: { webhook: RaRecord }) {
  const translate = useTranslate();
  const notify = useNotify();
  const failure = useFailure();
  const refresh = useRefresh();
  const office = useOffice();
  const [act, isBusy] = useWork((work: () => Promise<unknown>) => work().finally(refresh));
  const { id, url, state } = webhook;
  const isOff = state === 'disabled';
  const t = (name: string, values = {}): string => translate(`office.webhook.${name}`, { url, ...values });
  const test = async (): Promise<void> => {
    const { ok, status, error } = await office.dataOf<{ ok: boolean; status?: number; error?: string }>(
      'POST',
      `/webhooks/${id}/test`,
    );
    if (ok) notify(t('test_ok', { status }), { type: 'success' });
    else notify(t('test_failed', { error: failure(error!) }), { type: 'error' });
  };
  const button = (word: string, work: () => Promise<unknown>) => (
    <Button size="small" disabled={isBusy} aria-label={t(`${word}_of`)} onClick={() => act(work)}>
      {t(word)}
    </Button>
  );
  return (
    <>
      {button('test', test)}
      {button(isOff ? 'enable' : 'disable', () =>
        office.call('POST', `/webhooks/${id}/${isOff ? 'enable' : 'disable'}`),
      )}
      <ConfirmedDeleteButton
        record={webhook}

        label={t('remove_of')}
        title={t('remove_title')}
        text={t('remove_text')}
      />
    </>
  );
}

function AddWebhook() {
  const translate = useTranslate();
  return (
    <MakeSecretButton
      word="office.webhook.add"
      width="sm"
      defaults={{ events: CHANGES }}
      shown={({ url, secret }) => ({
        title: translate('office.webhook.added', { url }),
        warning: translate('office.webhook.once'),
        secret,
        testId: 'webhook-secret',
      })}
    >
      <TextInput source="url" type="url" validate={NEEDED} autoFocus helperText="office.webhook.url_hint" />
      <CheckboxGroupInput source="events" validate={NEEDED} helperText={false} choices={EVENTS} />
    </MakeSecretButton>
  );
}
