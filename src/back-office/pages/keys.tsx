import { useState } from 'react';
import {
  DataTable,
  DateTimeInput,
  Form,
  maxLength,
  RecordContextProvider,
  required,
  SaveButton,
  TextInput,
  useCreate,
  useListContext,
  useNotify,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin';
import type { RaRecord } from 'react-admin';
import {
  Box,
  Button,
  Card,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
} from '@mui/material';
import { failureOf } from './call.js';
import type { NewKey } from './data.js';
import { OfficeList } from './list.js';
import { COLOURS, ConfirmedDeleteButton, SecretDialog, Time, useNarrow, useOnce, useTime } from './pieces.js';

const NAME = [required(), maxLength(100)];
const SOURCE = [required(), maxLength(50)];

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
      <DataTable.Col label={false} disableSort>
        <Revoke />
      </DataTable.Col>
    </DataTable>
  );
}

function NarrowKeys() {
  const { data = [] } = useListContext();
  const translate = useTranslate();
  const label = (name: string) => translate(`resources.keys.fields.${name}`);
  return (
    <Stack component="ul" spacing={1} sx={{ p: 0, m: 0, listStyle: 'none' }}>
      {data.map((record) => (
        <RecordContextProvider key={record.id} value={record}>
          <Card component="li" variant="outlined" sx={{ p: 1.5 }}>
            <Stack direction="row" sx={{ justifyContent: 'space-between' }}>
              <b>{record['name']}</b>
              <KeyState />
            </Stack>
            {label('source')}: {record['source']}
            <br />
            {label('last_used_at')}: <LastUse />
            <br />
            {label('expires_at')}: <Expiry />
            <Box sx={{ textAlign: 'right' }}>
              <Revoke />
            </Box>
          </Card>
        </RecordContextProvider>
      ))}
    </Stack>
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
  const refresh = useRefresh();
  const notify = useNotify();
  const [open, setOpen] = useState(false);
  const [issued, setIssued] = useState<NewKey>();
  const [create] = useCreate<NewKey>();

  const issue = useOnce(async (form: { expires_at?: string | null }): Promise<object | undefined> => {
    const { expires_at: expires } = form;
    const data = { ...form, expires_at: expires ? new Date(expires).toISOString() : null };
    try {
      const made = await create('keys', { data }, { returnPromise: true });
      setOpen(false);
      if (made) setIssued(made);
      return undefined;
    } catch (error) {
      const { message, errors } = failureOf(error);
      notify(message, { type: 'error' });
      return errors;
    }
  });
  const close = (): void => {
    setIssued(undefined);
    refresh();
  };

  return (
    <>
      <Button variant="contained" sx={{ my: 2 }} onClick={() => setOpen(true)}>
        {translate('office.key.issue')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        fullWidth
        maxWidth="xs"
        aria-labelledby="issue-title"
      >
        <DialogTitle id="issue-title">{translate('office.key.issue')}</DialogTitle>
        <Form onSubmit={issue} defaultValues={{ source: 'sync' }} resource="keys">
          <DialogContent>
            <TextInput source="name" validate={NAME} autoFocus helperText={false} resource="keys" />
            <TextInput
              source="source"
              validate={SOURCE}
              helperText="office.key.source_hint"
              resource="keys"
            />
            <DateTimeInput source="expires_at" helperText="office.key.expires_hint" resource="keys" />
          </DialogContent>
          <DialogActions>
            <Button onClick={() => setOpen(false)}>{translate('ra.action.cancel')}</Button>
            <SaveButton label="office.key.issue" icon={<></>} alwaysEnable />
          </DialogActions>
        </Form>
      </Dialog>
      {issued && (
        <SecretDialog
          title={translate('office.key.issued', { name: issued.name })}
          warning={translate('office.key.once')}
          secret={issued.key}
          testId="issued-key"
          onClose={close}
        />
      )}
    </>
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
