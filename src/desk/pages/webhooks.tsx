import {
  CheckboxGroupInput,
  required,
  TextInput,
  useNotify,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin';
import { Box, Button, Card, Chip, Stack } from '@mui/material';
import { ConfirmedDeleteButton, MakeSecretButton } from './dialogs.js';
import { COLOURS, Named, Time, useOffice, useWork } from './pieces.js';
import { Cards, OfficeList } from './records.js';

const NEEDED = [required()];
const CHANGES = ['upsert', 'delete'];
const EVENTS = [...CHANGES, 'inquiry.created'];
const STATE_COLOURS: Record<string, object> = {
  active: COLOURS.green,
  failing: COLOURS.amber,
  disabled: COLOURS.grey,
};

/** Receivers of product changes and inquiries: add, test, switch on and off, delete. */
export function WebhookList() {
  return (
    <OfficeList actions={false} pagination={false} perPage={200} component="div">
      <AddWebhook />
      <Cards>
        <Webhook />
      </Cards>
    </OfficeList>
  );
}

function Webhook() {
  const record = useRecordContext();
  const translate = useTranslate();
  const failure = useFailure();
  if (!record) return null;
  const label = (name: string) => translate(`resources.webhooks.fields.${name}`);
  const events = record['events'].map((event: string) => translate(`office.webhook.events.${event}`));
  const state: string = record['state'];
  return (
    <Card component="li" variant="outlined" sx={{ p: 1.5 }} data-testid={`webhook-${record.id}`}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1 }}>
        <Box component="b" sx={{ overflowWrap: 'anywhere' }}>
          {record['url']}
        </Box>
        <Chip
          size="small"
          label={translate(`office.webhook.state.${state}`)}
          sx={STATE_COLOURS[state] ?? {}}
        />
      </Stack>
      <Named name={label('events')}>{events.join(' · ')}</Named>
      <br />
      <Named name={label('succeeded_at')}>
        <Moment source="succeeded_at" />
      </Named>
      <br />
      <Named name={label('failed_at')}>
        <Moment source="failed_at" />
      </Named>
      {record['last_error'] && ` · ${failure(record['last_error'])}`}
      <br />
      {record['next_attempt_at'] && (
        <>
          <Named name={label('next_attempt_at')}>
            <Time source="next_attempt_at" />
          </Named>
          <br />
        </>
      )}
      <Named name={label('lag')}>
        {translate('office.webhook.lag', {
          changes: record['lag_changes'],
          seconds: Math.round(record['lag_seconds']),
        })}
      </Named>
      {record['waiting_inquiries'] > 0 &&
        ` · ${translate('office.webhook.waiting_inquiries', { smart_count: record['waiting_inquiries'] })}`}
      {record['disabled_reason'] && (
        <Box>
          <Named name={translate('office.webhook.state.disabled')}>
            {translate(`office.webhook.reason.${record['disabled_reason']}`)} · <Time source="disabled_at" />
          </Named>
        </Box>
      )}
      <Stack direction="row" sx={{ justifyContent: 'flex-end', flexWrap: 'wrap' }}>
        <Actions />
        <Remove />
      </Stack>
    </Card>
  );
}

const FAILURES: [failure: RegExp, text: string][] = [
  [/^it answered (3\d\d)/, 'redirected'],
  [/^it answered (\d+)/, 'answered'],
  [/not answer in time/, 'late'],
  [/not answer in HTTP/, 'no_http'],
  [/private network/, 'private'],
  [/not on https/, 'no_https'],
  [/could not be reached \((.*)\)/, 'unreached'],
];

/** Why a message was not accepted, in the page's language. */
function useFailure(): (reason: string) => string {
  const translate = useTranslate();
  return (reason) => {
    const [failure, text] = FAILURES.find(([each]) => each.test(reason)) ?? [];
    return failure ? translate(`office.webhook.failure.${text}`, { what: failure.exec(reason)![1] }) : reason;
  };
}

function Moment({ source }: { source: string }) {
  const record = useRecordContext();
  const translate = useTranslate();
  return record?.[source] ? <Time source={source} /> : <>{translate('office.webhook.none')}</>;
}

/** The buttons that test a webhook, and switch it on or off. */
function Actions() {
  const record = useRecordContext();
  const translate = useTranslate();
  const notify = useNotify();
  const failure = useFailure();
  const refresh = useRefresh();
  const office = useOffice();
  const [act, isBusy] = useWork((work: () => Promise<void>) => work().finally(refresh));
  if (!record) return null;
  const id = Number(record.id);
  const url: string = record['url'];
  const disabled = record['state'] === 'disabled';
  const test = async (): Promise<void> => {
    const { ok, status, error } = await office.testWebhook(id);
    if (ok) notify('office.webhook.test_ok', { type: 'success', messageArgs: { status } });
    else notify('office.webhook.test_failed', { type: 'error', messageArgs: { error: failure(error!) } });
  };
  const turn = disabled ? 'enable' : 'disable';
  return (
    <>
      <Button
        size="small"
        disabled={isBusy}
        aria-label={translate('office.webhook.test_of', { url })}
        onClick={() => act(test)}
      >
        {translate('office.webhook.test')}
      </Button>
      <Button
        size="small"
        disabled={isBusy}
        aria-label={translate(`office.webhook.${turn}_of`, { url })}
        onClick={() => act(() => office.switchWebhook(id, disabled))}
      >
        {translate(`office.webhook.${turn}`)}
      </Button>
    </>
  );
}

function Remove() {
  const record = useRecordContext();
  const translate = useTranslate();
  if (!record) return null;
  const url: string = record['url'];
  return (
    <ConfirmedDeleteButton
      word={translate('ra.action.delete')}
      label={translate('office.webhook.remove_of', { url })}
      title={translate('office.webhook.remove_title')}
      text={translate('office.webhook.remove_text', { url })}
    />
  );
}

function AddWebhook() {
  const translate = useTranslate();
  return (
    <MakeSecretButton
      resource="webhooks"
      word="office.webhook.add"
      width="sm"
      defaultValues={{ events: CHANGES }}
      shown={({ url, secret }) => ({
        title: translate('office.webhook.added', { url }),
        warning: translate('office.webhook.once'),
        secret,
        testId: 'webhook-secret',
      })}
    >
      <TextInput
        source="url"
        type="url"
        validate={NEEDED}
        autoFocus
        helperText="office.webhook.url_hint"
        resource="webhooks"
      />
      <CheckboxGroupInput
        source="events"
        validate={NEEDED}
        helperText={false}
        resource="webhooks"
        choices={EVENTS.map((id) => ({ id, name: `office.webhook.events.${id}` }))}
      />
    </MakeSecretButton>
  );
}
