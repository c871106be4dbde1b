import { useState } from 'react';
import { HttpError, useNotify, useTranslate } from 'react-admin';
import { Alert, Button, Stack, TextField } from '@mui/material';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { failureOf } from './call.js';
import { OfficePage } from './layout.js';
import { Choose, Lines, Section, useOffice, useOnce, useTime, useWords, useWork } from './pieces.js';
import { productsLacking, useGaps, useLacking } from './quality.js';
import { Shown, useAnswer, useReading } from './reading.js';
import { Rows } from './records.js';
import { PUBLIC } from './session.js';
import { useUnsaved } from './unsaved.js';

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
            <Editor name={id} definition={definition} tag={isBuiltIn ? undefined : tag} />
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
}

/** That a text is no JSON, and where it stops being one if the browser tells: it says so in English. */
function notJson(text: string, { message }: Error): [key: string, values: object] {
  const at = /position (\d+)/.exec(message)?.[1];
  if (at === undefined) return ['office.profile.not_json', {}];
  const before = text.slice(0, Number(at)).split('\n');
  return ['office.profile.not_json_at', { line: before.length, column: before.at(-1)!.length + 1 }];
}

/** What is typed of a profile, and what has become of it. */
function useEditor({ name: first, definition, tag }: Edited) {
  const office = useOffice();
  const notify = useNotify();
  const navigate = useNavigate();
  const translate = useTranslate();
  const [name, setName] = useState(first);
  const [text, setText] = useState(() => JSON.stringify(definition, null, 2));
  const [saved, setSaved] = useState(text);
  const [seen, setSeen] = useState({ name: first, tag });
  const [faults, setFaults] = useState<string[]>([]);
  useUnsaved(text !== saved);

  const store = async (given: object): Promise<void> => {
    const replaced = name === seen.name ? seen.tag : undefined;
    await office.putProfile(name, given, replaced).catch((error) => {
      const isTaken = !replaced && error instanceof HttpError && error.status === 412;
      throw isTaken ? new Error(translate('office.profile.taken')) : error;
    });
    setSeen({ name, tag: (await office.profile(name)).tag });
    setSaved(text);
    notify('office.profile.saved', { type: 'success', messageArgs: { name } });
    if (name !== first) void navigate(`/profiles/${name}`);
  };
  const save = useOnce(async () => {
    setFaults([]);
    let given: object;
    try {
      given = JSON.parse(text);
    } catch (error) {
      return setFaults([translate(...notJson(text, error as Error))]);
    }
    await store(given).catch((error) => {
      const { message, errors } = failureOf(error);
      const named = Object.entries(errors).map(([path, fault]) => `${path}: ${fault}`);
      setFaults(named.length > 0 ? named : [message]);
    });
  });
  return { name, setName, text, setText, save, faults };
}

function Editor(edited: Edited) {
  const translate = useTranslate();
  const { name, setName, text, setText, save, faults } = useEditor(edited);
  const t = useWords('profile');
  return (
    <Section title={t('definition')}>
      <TextField
        size="small"
        label={translate('resources.profiles.fields.name')}
        helperText={t('name_hint')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 40 } }}
        sx={{ mb: 2, maxWidth: 400 }}
      />
      <TextField
        multiline
        fullWidth
        minRows={8}
        maxRows={30}
        label={t('definition')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', fontSize: 13 } } }}
      />
      <Button variant="contained" disabled={name === ''} onClick={() => void save()} sx={{ my: 2 }}>
        {translate('ra.action.save')}
      </Button>
      {faults.length > 0 && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          {t('faults')}
          <Lines of={faults} />
        </Alert>
      )}
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
