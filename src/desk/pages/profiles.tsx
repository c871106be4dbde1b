import { useState } from 'react';
import {
  ArrayInput,
  BooleanInput,
  Form,
  HttpError,
  SaveButton,
  SelectArrayInput,
  SelectInput,
  SimpleFormIterator,
  TextInput,
  useStore,
} from 'react-admin';
import type { RaRecord } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { Alert, Button, FormControlLabel, Stack, Switch, TextField } from '@mui/material';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { FIELDS, STATUSES } from '../../catalogue/products/fields.js';
import MADE_COLUMNS from '../../exchange/profiles/column-titles.json' with { type: 'json' };
import { call, failureOf, query, send } from './call.js';
import { asChoices, choicesOf, useChoices } from './inputs.js';
import { place } from './data.js';
import { ConfirmedDeleteButton, useSubmit } from './dialogs.js';
import { OfficePage } from './layout.js';
import { Choose, Mark, NEEDED, Proposals, Section, useDesk, useWork } from './pieces.js';
import { productsLacking, useGaps, useLacking } from './quality.js';
import { Shown, useAnswer, useReading } from './reading.js';
import { OfficeList, OfficeTable, Rows } from './records.js';
import type { RowColumn } from './records.js';
import { PUBLIC } from './session.js';
import type { TextId } from './texts.js';
import { UnsavedForm } from './unsaved.js';

/** Export profiles: those that come with the service, and those that were made. */
export function ProfileList() {
  const { time, t } = useDesk();
  return (
    <OfficeList pagination={false} perPage={200} component="div" hint={t('profile.hint')}>
      <Button component={Link} to="/profiles/create" variant="contained" sx={{ mb: 2 }}>
        {t('profile.new')}
      </Button>
      <OfficeTable
        columns={[
          { source: 'name', value: ({ name }) => <Link to={`/profiles/${name}`}>{name}</Link> },
          { source: 'title', value: ({ definition }) => definition.title },
          { source: 'format', value: ({ definition }) => definition.format },
          {
            source: 'public',
            value: ({ definition }) =>
              definition.public === true && <Mark colour="green">{t('profile.public')}</Mark>,
          },
          {
            source: 'updated_at',
            value: ({ built_in: isBuiltIn, updated_by: by, updated_at: at }) =>
              isBuiltIn ? (
                <Mark colour="blue">{t('profile.built_in')}</Mark>
              ) : (
                t('profile.updated', { by, at: time(at) })
              ),
          },
        ]}
        actions={(profile) => !profile['built_in'] && <ConfirmedDeleteButton of="profile" />}
      />
    </OfficeList>
  );
}

/** A delivery is recorded a moment after its file has ended. */
const RECORDED_MS = 500;
const SCOPES = ['all', 'delta', 'revocations'] as const;
/** The list of those who were delivered to. */
const RECIPIENTS = 'recipients';
const FORMATS = asChoices(['csv', 'tsv', 'xlsx', 'json', 'ndjson', 'sdf']);
const EMPTY = {
  title: '',
  format: 'csv',
  columns: [{ field: 'code' }, { field: 'name_cn' }],
  filter: { status: STATUSES.filter((status) => status !== 'off') },
};

/** A profile: its definition, its file and what was delivered. */
export function ProfilePage() {
  const { id = '' } = useParams();
  const ask = async () => {
    const answer = await send('GET', place('profiles', id));
    const { data }: { data: { built_in: boolean; definition: object } } = await answer.json();
    return { ...data, tag: answer.headers.get('ETag')! };
  };
  const reading = useReading('profile', ask, id);
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
  const { t } = useDesk();
  return (
    <OfficePage title={t('profile.new')}>
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

/** A definition as JSON. What the form leaves empty is not in it. */
const asJson = (definition: object): string =>
  JSON.stringify(definition, (_, value: unknown) => value ?? undefined, 2);

/** With a value for each input of the form: a missing one would take that of the stored definition. */
const withBlanks = ({
  columns = [],
  filter,
  ...others
}: {
  columns?: object[];
  filter?: object;
}): object => ({
  public: false,
  ...others,
  columns: columns.map((column) => ({ field: null, header: null, ...column })),
  filter: { status: null, category: null, series: null, tag: null, source: null, ...filter },
});

/** Where a text stops being the JSON of a definition, if the browser tells: it says so in English. */
function readsAsJson(text: string): TextId | { message: TextId; args: object } | undefined {
  try {
    const { columns } = JSON.parse(text) as { columns?: unknown };
    return Array.isArray(columns) ? undefined : 'profile.no_columns';
  } catch (error) {
    const [, line, column] = /line (\d+) column (\d+)/.exec(String(error)) ?? [];
    return line ? { message: 'profile.not_json_at', args: { line, column } } : 'profile.not_json';
  }
}

/** Where react-admin keeps whether somebody edits definitions as JSON. */
const AS_JSON = 'profiles.json';

function Editor({ name: first, definition, tag, onSaved = () => {} }: Edited) {
  const { tell, t } = useDesk();
  const navigate = useNavigate();
  const [isJson] = useStore(AS_JSON, false);
  const save = useSubmit(
    async ({ name, text, definition: typed }: Record<'name' | 'text', string> & { definition: object }) => {
      const replaced = name === first ? tag : undefined;
      const given: object = JSON.parse(isJson ? text : asJson(typed));
      const headers: Record<string, string> = replaced ? { 'If-Match': replaced } : { 'If-None-Match': '*' };
      await call('PUT', place('profiles', name), given, { headers }).catch((error) => {
        const { message, errors } = failureOf(error);
        const status = error instanceof HttpError ? error.status : 0;
        if (!replaced && status === 412) throw new Error(t('profile.taken'));
        const named = Object.entries(errors).filter(([path]) => path !== 'name');
        if (named.length === 0) throw error;
        const text = named.map(([path, fault]) => `${path}: ${fault}`).join('\n');
        const fields = Object.fromEntries(named.map(([path, fault]) => [`definition.${path}`, fault]));
        throw new HttpError(message, status, { errors: isJson ? { text } : fields });
      });
      tell('profile.saved', 'success', { name });
      if (name === first) onSaved();
      else void navigate(`/profiles/${name}`);
    },
  );
  return (
    <Section title={t('profile.definition')}>
      <Form
        onSubmit={save}
        defaultValues={{ name: first, definition: withBlanks(definition), text: asJson(definition) }}
      >
        <UnsavedForm />
        <TextInput
          source="name"
          label={t('resources.profiles.fields.name')}
          helperText={t('profile.name_hint')}
          validate={NEEDED}
          slotProps={{ htmlInput: { maxLength: 40 } }}
        />
        <Definition />
        <SaveButton icon={<></>} alwaysEnable />
      </Form>
    </Section>
  );
}

/** The definition by its parts, or as JSON, which shows what the form does not, too. */
function Definition() {
  const { t } = useDesk();
  const { getValues, setValue, trigger } = useFormContext();
  const [isJson, setJson] = useStore(AS_JSON, false);
  const change = async (): Promise<void> => {
    if (isJson && !(await trigger('text'))) return;
    const { text, definition } = getValues();
    if (isJson) setValue('definition', withBlanks(JSON.parse(text)));
    else setValue('text', asJson(definition));
    setJson(!isJson);
  };
  return (
    <>
      <FormControlLabel
        control={<Switch checked={isJson} onChange={() => void change()} />}
        label={t('profile.as_json')}
      />
      {isJson ? (
        <TextInput
          source="text"
          label={t('profile.json')}
          multiline
          minRows={8}
          maxRows={30}
          validate={readsAsJson}
          slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', fontSize: 13 } } }}
          sx={{ '& .MuiFormHelperText-root': { whiteSpace: 'pre-line' } }}
        />
      ) : (
        <Parts />
      )}
    </>
  );
}

/** What most definitions are made of: title and type of the file, its columns, and which products it holds. */
function Parts() {
  const { t, label, nameOf } = useDesk();
  const { categories, sources } = useChoices();
  const columns = [
    ...FIELDS.map(({ name }) => ({ id: name as string, name: label(name) })),
    ...Object.entries(MADE_COLUMNS).map(([id, title]) => ({ id, name: nameOf(title) })),
  ];
  const choice = (source: string, name: string, choices: object[]) => (
    <SelectInput source={source} label={name} choices={choices} translateChoice={false} />
  );
  return (
    <>
      <TextInput source="definition.title" label={t('resources.profiles.fields.title')} validate={NEEDED} />
      {choice('definition.format', t('resources.profiles.fields.format'), FORMATS)}
      <BooleanInput source="definition.public" label={t('resources.profiles.fields.public')} />
      <ArrayInput source="definition.columns" label={t('profile.columns')}>
        <SimpleFormIterator inline disableClear>
          {choice('field', t('profile.column'), columns)}
          <TextInput source="header" label={t('profile.header')} />
        </SimpleFormIterator>
      </ArrayInput>
      <SelectArrayInput
        source="definition.filter.status"
        label={label('status')}
        choices={choicesOf('status', STATUSES)}
      />
      {choice('definition.filter.category', label('category'), categories)}
      <TextInput source="definition.filter.series" label={label('series')} />
      <TextInput source="definition.filter.tag" label={label('tag')} />
      {choice('definition.filter.source', label('source'), asChoices(sources))}
    </>
  );
}

/** Takes what a profile would deliver as a file; as a delivery it is put on record. @returns its name */
async function takeFile(profile: string, what: object, isDelivery: boolean): Promise<string> {
  const answer = await (isDelivery
    ? send('POST', `${place('profiles', profile)}/deliveries${query(what)}`)
    : send('GET', `${PUBLIC}/export${query({ profile, ...what })}`));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = /filename="(.+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? profile;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return link.download;
}

/** The file of a profile: to look at, or delivered on record; and what was delivered. */
function Files({ name }: { name: string }) {
  const { tell, t } = useDesk();
  const [scope, setScope] = useState<(typeof SCOPES)[number]>('all');
  const [recipient, setRecipient] = useState('');
  const isNamed = recipient.trim() !== '';
  const deliveries = useAnswer<RaRecord[]>(`${PUBLIC}/export/profiles/${name}/deliveries?limit=100`);
  const [fetchFile, isBusy] = useWork(async (isDelivery: boolean) => {
    try {
      const file = await takeFile(name, { scope, recipient }, isDelivery);
      if (isDelivery) tell('profile.delivered', 'success', { name: file });
    } finally {
      if (isDelivery) setTimeout(deliveries.again, RECORDED_MS);
    }
  });
  return (
    <>
      <Section title={t('profile.file')}>
        <Gaps of={name} />
        <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
          <Choose
            label={t('resources.profiles.fields.scope')}
            value={scope}
            choices={SCOPES.map((each) => [each, t(`profile.scopes.${each}`)])}
            onChange={setScope}
            sx={{ minWidth: 180 }}
          />
          <TextField
            label={t('resources.profiles.fields.recipient')}
            value={recipient}
            onChange={(event) => setRecipient(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 100, list: RECIPIENTS } }}
          />
          <Button
            variant="outlined"
            disabled={isBusy || (scope !== 'all' && !isNamed)}
            onClick={() => fetchFile(false)}
          >
            {t('profile.download')}
          </Button>
          <Button variant="contained" disabled={isBusy || !isNamed} onClick={() => fetchFile(true)}>
            {t('profile.deliver')}
          </Button>
        </Stack>
      </Section>
      <Section title={t('profile.deliveries')}>
        <Proposals
          id={RECIPIENTS}
          of={[...new Set(deliveries.answer?.map((each) => String(each['recipient'])))]}
        />
        <Shown reading={deliveries}>
          {(list) => (list.length > 0 ? <Deliveries deliveries={list} /> : t('profile.none'))}
        </Shown>
      </Section>
    </>
  );
}

/** A warning that products lack something that the profile wants. */
function Gaps({ of: name }: { of: string }) {
  const { t } = useDesk();
  const wanted = useLacking();
  const gaps = useGaps().answer?.profiles.find(({ profile }) => profile === name);
  if (!gaps?.lacking) return null;
  return (
    <Alert severity="warning" sx={{ mb: 1 }}>
      {t('profile.gaps', { ...gaps, fields: wanted(gaps) })}{' '}
      <Link to={productsLacking(name)}>{t('profile.gaps_list')}</Link>
    </Alert>
  );
}

function Deliveries({ deliveries }: { deliveries: RaRecord[] }) {
  const { t, time } = useDesk();
  const column = (field: string, shown: (value: any) => string, look = {}): RowColumn<RaRecord> => [
    t(`resources.profiles.fields.${field}`),
    ({ [field]: value }) => shown(value),
    look,
  ];
  const columns = [
    column('at', time),
    column('recipient', String),
    column('scope', (scope) => t(`profile.scopes.${scope}`)),
    ...['count', 'by', 'file'].map((field) => column(field, String)),
    column('sha256', String, { sx: { wordBreak: 'break-all', minWidth: 290 } }),
  ];
  return <Rows label={t('profile.deliveries')} height={360} columns={columns} of={deliveries} />;
}
