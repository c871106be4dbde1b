import { useState } from 'react';
import { HttpError, Title, useNotify, useTranslate } from 'react-admin';
import { Alert, Box, Button, Stack, TableCell, TableRow, TextField } from '@mui/material';
import { useNavigate, useParams } from 'react-router-dom';
import { failureOf } from './call.js';
import type { Delivery } from './data.js';
import { Choose, Section, useOffice, useOnce, useTime, useWork } from './pieces.js';
import { Shown, useReading } from './reading.js';
import { Rows } from './rows.js';
import { useUnsaved } from './unsaved.js';

/** A delivery is recorded a moment after its file has ended. */
const RECORDED_MS = 500;
const SCOPES = ['all', 'delta', 'revocations'];
/** The list of those who were delivered to. */
const RECIPIENTS = 'recipients';
const EMPTY = { title: '', format: 'csv', columns: [{ field: 'code' }, { field: 'name_cn' }] };

/** A profile: its definition, its file and what was delivered. */
export function ProfilePage() {
  const { id = '' } = useParams();
  return <Profile key={id} id={id} />;
}

function Profile({ id }: { id: string }) {
  const office = useOffice();
  const reading = useReading(() => office.profile(id));
  return (
    <Box sx={{ mt: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={id} />
      <Shown reading={reading}>
        {({ definition, built_in: isBuiltIn, tag }) => (
          <>
            <Files name={id} />
            <Editor name={id} definition={definition} tag={isBuiltIn ? undefined : tag} />
          </>
        )}
      </Shown>
    </Box>
  );
}

/** A profile that is not there yet. */
export function NewProfile() {
  const translate = useTranslate();
  return (
    <Box sx={{ mt: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={translate('office.profile.new')} />
      <Editor name="" definition={EMPTY} />
    </Box>
  );
}

interface Preview {
  headers: string[];
  rows: (string | number | boolean | null)[][];
}

function Editor({
  name: first,
  definition,
  tag,
}: {
  name: string;
  definition: object;
  tag?: string | undefined;
}) {
  const office = useOffice();
  const notify = useNotify();
  const navigate = useNavigate();
  const translate = useTranslate();
  const [name, setName] = useState(first);
  const [text, setText] = useState(() => JSON.stringify(definition, null, 2));
  const [faults, setFaults] = useState<string[]>([]);
  const [preview, setPreview] = useState<Preview>();
  const [seen, setSeen] = useState({ name: first, tag });
  const [now, setNow] = useState<object | null>();
  const [saved, setSaved] = useState(text);
  useUnsaved(text !== saved);

  const attempt = async (work: (given: object) => Promise<void>): Promise<void> => {
    setFaults([]);
    setPreview(undefined);
    setNow(undefined);
    let given: object;
    try {
      given = JSON.parse(text);
    } catch (error) {
      return setFaults([translate('office.profile.not_json', { reason: (error as Error).message })]);
    }
    try {
      await work(given);
    } catch (error) {
      const { message, errors } = failureOf(error);
      const named = Object.entries(errors).map(([path, fault]) => `${path}: ${fault}`);
      setFaults(named.length > 0 ? named : [message]);
    }
  };
  const save = useOnce(() =>
    attempt(async (given) => {
      const replaced = name === seen.name ? seen.tag : undefined;
      try {
        await office.putProfile(name, given, replaced);
        setSeen({ name, tag: (await office.profile(name)).tag });
      } catch (error) {
        if (!(error instanceof HttpError && error.status === 412)) throw error;
        if (!replaced) return setFaults([translate('office.profile.taken')]);
        // Somebody else has changed or deleted it: to save again replaces what is shown then, or makes it anew.
        const profile = await office.profile(name).catch((cause) => {
          if (cause instanceof HttpError && cause.status === 404) return undefined;
          throw cause;
        });
        setSeen({ name, tag: profile?.tag });
        return setNow(profile?.definition ?? null);
      }
      setSaved(text);
      notify('office.profile.saved', { type: 'success', messageArgs: { name } });
      if (name !== first) void navigate(`/profiles/${name}`);
    }),
  );
  const look = () => attempt(async (given) => setPreview(await office.previewProfile(given)));

  return (
    <Section title={translate('office.profile.definition')}>
      <TextField
        size="small"
        label={translate('resources.profiles.fields.name')}
        helperText={translate('office.profile.name_hint')}
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
        label={translate('office.profile.definition')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', fontSize: 13 } } }}
      />
      <Stack direction="row" spacing={1} useFlexGap sx={{ my: 2, flexWrap: 'wrap' }}>
        <Button variant="contained" disabled={name === ''} onClick={() => void save()}>
          {translate('office.profile.save')}
        </Button>
        <Button variant="outlined" onClick={() => void look()}>
          {translate('office.profile.preview')}
        </Button>
      </Stack>
      {faults.length > 0 && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          {translate('office.profile.faults')}
          {faults.map((fault) => (
            <Box key={fault}>{fault}</Box>
          ))}
        </Alert>
      )}
      {now === null && <Alert severity="warning">{translate('office.profile.deleted')}</Alert>}
      {now && (
        <Alert severity="warning">
          {translate('office.conflict.met')} {translate('office.profile.conflict')}
          <Box sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {JSON.stringify(now, null, 2)}
          </Box>
        </Alert>
      )}
      {preview && <FirstRows {...preview} />}
    </Section>
  );
}

function FirstRows({ headers, rows }: Preview) {
  const translate = useTranslate();
  if (rows.length === 0) return <Alert severity="info">{translate('office.profile.no_rows')}</Alert>;
  return (
    <Rows
      label={translate('office.profile.rows')}
      heads={headers.map((header) => (
        <TableCell key={header}>{header}</TableCell>
      ))}
    >
      {rows.map((cells, i) => (
        <TableRow key={i}>
          {cells.map((cell, column) => (
            <TableCell key={headers[column]} sx={{ maxWidth: 240, overflow: 'hidden' }}>
              {cell === null ? '' : String(cell)}
            </TableCell>
          ))}
        </TableRow>
      ))}
    </Rows>
  );
}

/** The file of a profile: to look at, or delivered on record; and what was delivered. */
function Files({ name }: { name: string }) {
  const office = useOffice();
  const notify = useNotify();
  const translate = useTranslate();
  const [scope, setScope] = useState('all');
  const [recipient, setRecipient] = useState('');
  const isNamed = recipient.trim() !== '';
  const deliveries = useReading(() => office.deliveries(name));
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
      <Section title={translate('office.profile.file')}>
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
          <Choose
            label={translate('office.profile.scope')}
            value={scope}
            choices={SCOPES.map((each) => [each, translate(`office.profile.scopes.${each}`)])}
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
            {translate('office.profile.download')}
          </Button>
          <Button variant="contained" disabled={isBusy || !isNamed} onClick={() => fetchFile(true)}>
            {translate('office.profile.deliver')}
          </Button>
        </Stack>
      </Section>
      <Section title={translate('office.profile.deliveries')}>
        <datalist id={RECIPIENTS}>
          {[...new Set(deliveries.answer?.map((each) => each.recipient))].map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <Shown reading={deliveries}>
          {(list) => (list.length > 0 ? <Deliveries deliveries={list} /> : translate('office.profile.none'))}
        </Shown>
      </Section>
    </>
  );
}

function Deliveries({ deliveries }: { deliveries: Delivery[] }) {
  const translate = useTranslate();
  const time = useTime();
  const heads = ['at', 'recipient', 'scope', 'count', 'by', 'file', 'sha256'];
  return (
    <Rows
      label={translate('office.profile.deliveries')}
      height={360}
      heads={heads.map((head) => (
        <TableCell key={head}>{translate(`resources.profiles.fields.${head}`)}</TableCell>
      ))}
    >
      {deliveries.map(({ id, at, recipient, scope, count, by, file, sha256 }) => (
        <TableRow key={id}>
          <TableCell sx={{ whiteSpace: 'nowrap' }}>{time(at)}</TableCell>
          <TableCell>{recipient}</TableCell>
          <TableCell>{translate(`office.profile.scopes.${scope}`)}</TableCell>
          <TableCell>{count}</TableCell>
          <TableCell>{by}</TableCell>
          <TableCell sx={{ whiteSpace: 'nowrap' }}>{file}</TableCell>
          <TableCell sx={{ fontFamily: 'monospace', wordBreak: 'break-all', minWidth: 290 }}>
            {sha256}
          </TableCell>
        </TableRow>
      ))}
    </Rows>
  );
}

function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
