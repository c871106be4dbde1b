import { useState } from 'react';
import { Form, HttpError, required, SaveButton, TextInput, useNotify, useTranslate } from 'react-admin';
import { Alert, Button, Stack, TextField } from '@mui/material';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { failureOf } from './call.js';
import { useSubmit } from './dialogs.js';
import { OfficePage } from './layout.js';
import { Choose, Section, useOffice, useTime, useWords, useWork } from './pieces.js';
import { productsLacking, useGaps, useLacking } from './quality.js';
import { Shown, useAnswer, useReading } from './reading.js';
import { Rows } from './records.js';
import { PUBLIC } from './session.js';
import { UnsavedForm } from './unsaved.js';

/** A delivery is recorded a moment after its file has ended. */
const RECORDED_MS = 500;
const SCOPES = ['all', 'delta', 'revocations'];
/** The list of those who were delivered to. */
const RECIPIENTS = 'recipients';
const EMPTY = { title: '', format: 'csv', columns: [{ field: 'code' }, { field: 'name_cn' }] };

/** A file that was delivered. */
interface Delivery {
  at: string;
  by: string;
  recipient: string;
  scope: string;
  count: number;
  file: string;
  sha256: string;
}

/** A profile: its definition, its file and what was delivered. */
export function ProfilePage() {
  const { id = '' } = useParams();
  return <Profile key={id} id={id} />;
}

function Profile({ id }: { id: string }) {
  const office = useOffice();
  const reading = useReading('profile', () => office.profile(id), id);
  return (
    <OfficePage title={id}>
      <Shown reading={reading}>
        {({ definition, built_in: isBuiltIn, tag }) => (
          <>
            <Files name={id} />
            <Editor
              key={tag}
              name={id}
              definition={definition}
              tag={isBuiltIn ? undefined : tag}
              onSaved={reading.again}
            />
          </>
        )}
      </Shown>
    </OfficePage>
  );
}

/** A profile that is not there yet. */
export function NewProfile() {
  return (
    <OfficePage title="office.profile.new">
      <Editor name="" definition={EMPTY} tag={undefined} />
    </OfficePage>
  );
}

interface Edited {
  name: string;
  definition: object;
  /** of what it would replace */
  tag: string | undefined;
  onSaved?: () => void;
}

const NEEDED = required();
/** Where a text stops being JSON, if the browser tells: it says so in English. */
function isJson(text: string): string | { message: string; args: object } | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const [, line, column] = /line (\d+) column (\d+)/.exec(String(error)) ?? [];
    return line
      ? { message: 'office.profile.not_json_at', args: { line, column } }
      : 'office.profile.not_json';
  }
}

function Editor({ name: first, definition, tag, onSaved = () => {} }: Edited) {
  const office = useOffice();
  const notify = useNotify();
  const navigate = useNavigate();
  const translate = useTranslate();
  const t = useWords('profile');
  const save = useSubmit(async ({ name, text }: { name: string; text: string }) => {
    const replaced = name === first ? tag : undefined;
    await office.putProfile(name, JSON.parse(text), replaced).catch((error) => {
      const { message, errors } = failureOf(error);
      const status = error instanceof HttpError ? error.status : 0;
      if (!replaced && status === 412) throw new Error(translate('office.profile.taken'));
      const named = Object.entries(errors).map(([path, fault]) => `${path}: ${fault}`);
      throw named.length > 0 ? new HttpError(message, status, { errors: { text: named.join('\n') } }) : error;
    });
    notify('office.profile.saved', { type: 'success', messageArgs: { name } });
    if (name === first) onSaved();
    else void navigate(`/profiles/${name}`);
  });
  return (
    <Section title={t('definition')}>
      <Form onSubmit={save} defaultValues={{ name: first, text: JSON.stringify(definition, null, 2) }}>
        <UnsavedForm />
        <TextInput
          source="name"
          label="resources.profiles.fields.name"
          helperText="office.profile.name_hint"
          validate={NEEDED}
          slotProps={{ htmlInput: { maxLength: 40 } }}
        />
        <TextInput
          source="text"
          label="office.profile.definition"
          multiline
          fullWidth
          minRows={8}
          maxRows={30}
          validate={isJson}
          slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', fontSize: 13 } } }}
          sx={{ '& .MuiFormHelperText-root': { whiteSpace: 'pre-line' } }}
        />
        <SaveButton icon={<></>} alwaysEnable />
      </Form>
    </Section>
  );
}

/** The file of a profile: to look at, or delivered on record; and what was delivered. */
function Files({ name }: { name: string }) {
  const office = useOffice();
  const notify = useNotify();
  const translate = useTranslate();
  const t = useWords('profile');
  const [scope, setScope] = useState('all');
  const [recipient, setRecipient] = useState('');
  const isNamed = recipient.trim() !== '';
  const deliveries = useAnswer<Delivery[]>(`${PUBLIC}/export/profiles/${name}/deliveries?limit=100`);
  const [fetchFile, isBusy] = useWork(async (isDelivery: boolean) => {
    try {
      const fetched = await office.profileFile(name, { scope, recipient }, isDelivery);
      saveAs(fetched.file, fetched.name);
      if (isDelivery)
        notify('office.profile.delivered', { type: 'success', messageArgs: { name: fetched.name } });
    } finally {
      if (isDelivery) setTimeout(deliveries.again, RECORDED_MS);
    }
  });
  return (
    <>
      <Section title={t('file')}>
        <Gaps of={name} />
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
          <Choose
            label={t('scope')}
            value={scope}
            choices={SCOPES.map((each) => [each, t(`scopes.${each}`)])}
            onChange={setScope}
            sx={{ minWidth: 180 }}
          />
          <TextField
            size="small"
            label={translate('resources.profiles.fields.recipient')}
            value={recipient}
            onChange={(event) => setRecipient(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 100, list: RECIPIENTS } }}
          />
          <Button
            variant="outlined"
            disabled={isBusy || (scope !== 'all' && !isNamed)}
            onClick={() => fetchFile(false)}
          >
            {t('download')}
          </Button>
          <Button variant="contained" disabled={isBusy || !isNamed} onClick={() => fetchFile(true)}>
            {t('deliver')}
          </Button>
        </Stack>
      </Section>
      <Section title={t('deliveries')}>
        <Recipients of={deliveries.answer} />
        <Shown reading={deliveries}>
          {(list) => (list.length > 0 ? <Deliveries deliveries={list} /> : t('none'))}
        </Shown>
      </Section>
    </>
  );
}

/** A warning that products lack something that the profile wants. */
function Gaps({ of: name }: { of: string }) {
  const t = useWords('profile');
  const wanted = useLacking();
  const gaps = useGaps().answer?.find(({ profile }) => profile === name);
  if (!gaps?.lacking) return null;
  return (
    <Alert severity="warning" sx={{ mb: 1 }}>
      {t('gaps', { ...gaps, fields: wanted(gaps) })} <Link to={productsLacking(name)}>{t('gaps_list')}</Link>
    </Alert>
  );
}

/** Those who were delivered to, to choose from. */
function Recipients({ of }: { of: Delivery[] | undefined }) {
  return (
    <datalist id={RECIPIENTS}>
      {[...new Set(of?.map((each) => each.recipient))].map((each) => (
        <option key={each} value={each} />
      ))}
    </datalist>
  );
}

function Deliveries({ deliveries }: { deliveries: Delivery[] }) {
  const translate = useTranslate();
  const time = useTime();
  const columns: [name: string, cell: (delivery: Delivery) => string | number, look?: object][] = [
    ['at', ({ at }) => time(at)],
    ['recipient', ({ recipient }) => recipient],
    ['scope', ({ scope }) => translate(`office.profile.scopes.${scope}`)],
    ['count', ({ count }) => count],
    ['by', ({ by }) => by],
    ['file', ({ file }) => file],
    ['sha256', ({ sha256 }) => sha256, { sx: { wordBreak: 'break-all', minWidth: 290 } }],
  ];
  return (
    <Rows
      label={translate('office.profile.deliveries')}
      height={360}
      columns={columns.map(([name, ...more]) => [translate(`resources.profiles.fields.${name}`), ...more])}
      of={deliveries}
    />
  );
}

function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
