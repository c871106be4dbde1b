import {
  DataTable,
  DateTimeInput,
  maxLength,
  required,
  SelectInput,
  TextInput,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Box, Card, Chip, Stack } from '@mui/material';
import { ConfirmedDeleteButton, MakeSecretButton } from './dialogs.js';
import { KEY_ACCESSES } from '../../platform/http/key-access.js';
import { COLOURS, Named, Time, useNarrow, useTime } from './pieces.js';
import { Cards, OfficeList } from './records.js';

const NAME = [required(), maxLength(100)];
const SOURCE = [required(), maxLength(50)];
const NEEDED = [required()];
const ACCESSES = KEY_ACCESSES.map((id) => ({ id, name: `office.key.access.${id}` }));

/** API keys: issue, list, revoke. */
export function KeyList() {
  const narrow = useNarrow();
  return (
    <OfficeList actions={false} pagination={false} perPage={200} component="div">
      <IssueKey />
      {narrow ? <NarrowKeys /> : <WideKeys />}
    </OfficeList>
  );
}

function WideKeys() {
  return (
    <DataTable bulkActionButtons={false} rowClick={false}>
      <DataTable.Col source="name" disableSort />
      <DataTable.Col source="source" disableSort />
      <DataTable.Col source="access" disableSort field={Access} />
      <DataTable.Col source="state" disableSort field={KeyState} />
      <DataTable.Col source="last_used_at" disableSort>
        <LastUse />
      </DataTable.Col>
      <DataTable.Col source="created_at" disableSort>
        <Time source="created_at" />
      </DataTable.Col>
      <DataTable.Col source="expires_at" disableSort>
        <Expiry />
      </DataTable.Col>
      <DataTable.Col label="office.bulk.actions" disableSort>
        <Revoke />
      </DataTable.Col>
    </DataTable>
  );
}

function NarrowKeys() {
  return (
    <Cards>
      <NarrowKey />
    </Cards>
  );
}

function NarrowKey() {
  const record = useRecordContext();
  const translate = useTranslate();
  const label = (name: string) => translate(`resources.keys.fields.${name}`);
  return (
    <Card component="li" variant="outlined" sx={{ p: 1.5 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', overflowWrap: 'anywhere' }}>
        <b>{record?.['name']}</b>
        <KeyState />
      </Stack>
      <Named name={label('source')}>{record?.['source']}</Named>
      <br />
      <Named name={label('access')}>
        <Access />
      </Named>
      <br />
      <Named name={label('last_used_at')}>
        <LastUse />
      </Named>
      <br />
      <Named name={label('expires_at')}>
        <Expiry />
      </Named>
      <Box sx={{ textAlign: 'right' }}>
        <Revoke />
      </Box>
    </Card>
  );
}

function stateOf(record: RaRecord | undefined): 'valid' | 'revoked' | 'expired' {
  if (record?.['revoked_at']) return 'revoked';
  const expires = record?.['expires_at'];
  return expires && Date.parse(expires) <= Date.now() ? 'expired' : 'valid';
}

function KeyState() {
  const translate = useTranslate();
  const state = stateOf(useRecordContext());
  return (
    <Chip
      size="small"
      label={translate(`office.key.state.${state}`)}
      sx={state === 'valid' ? COLOURS.green : COLOURS.grey}
    />
  );
}

function Access() {
  const translate = useTranslate();
  return <>{translate(`office.key.access.${useRecordContext()?.['access']}`)}</>;
}

function LastUse() {
  const record = useRecordContext();
  const translate = useTranslate();
  return record?.['last_used_at'] ? <Time source="last_used_at" /> : <>{translate('office.key.unused')}</>;
}

function Expiry() {
  const record = useRecordContext();
  const translate = useTranslate();
  const time = useTime();
  const at: string | null | undefined = record?.['expires_at'];
  return <>{at ? time(at) : translate('office.key.never')}</>;
}

function IssueKey() {
  const translate = useTranslate();
  return (
    <MakeSecretButton
      resource="keys"
      word="office.key.issue"
      defaultValues={{ source: 'sync', access: 'all' }}
      prepare={({ expires_at: expires, ...typed }) => ({
        ...typed,
        expires_at: expires ? new Date(expires).toISOString() : null,
      })}
      shown={({ name, key: secret }) => ({
        title: translate('office.key.issued', { name }),
        warning: translate('office.key.once'),
        secret,
        testId: 'issued-key',
      })}
    >
      <TextInput source="name" validate={NAME} autoFocus helperText={false} resource="keys" />
      <TextInput source="source" validate={SOURCE} helperText="office.key.source_hint" resource="keys" />
      <SelectInput
        source="access"
        choices={ACCESSES}
        validate={NEEDED}
        helperText="office.key.access_hint"
        resource="keys"
      />
      <DateTimeInput source="expires_at" helperText="office.key.expires_hint" resource="keys" />
    </MakeSecretButton>
  );
}

function Revoke() {
  const record = useRecordContext();
  const translate = useTranslate();
  if (!record || stateOf(record) !== 'valid') return null;
  const name: string = record['name'];
  return (
    <ConfirmedDeleteButton
      word={translate('office.key.revoke')}
      label={translate('office.key.revoke_of', { name })}
      title={translate('office.key.revoke_title', { name })}
      text={translate('office.key.revoke_text')}
    />
  );
}
