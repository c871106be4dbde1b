import { useState } from 'react';
import type { FormEvent } from 'react';
import {
  DataTable,
  SearchInput,
  SelectInput,
  TextInput,
  useNotify,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin';
import { Box, Button, Card, Stack, TextField } from '@mui/material';
import { ALIAS_KINDS } from '../../catalogue/aliases/alias.js';
import { ConfirmedDeleteButton } from './dialogs.js';
import { Choose, Section, useNarrow, useOffice, useSourceName, useWork } from './pieces.js';
import { Cards, OfficeList } from './records.js';
import { Tables } from './tables.js';

const BLANK = { cas: '', code: '', text: '', lang: '', kind: 'brand' };

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <TextInput key="cas" source="cas" alwaysOn />,
  <TextInput key="code" source="code" alwaysOn />,
  <TextInput key="lang" source="lang" alwaysOn />,
  <SelectInput
    key="kind"
    source="kind"
    alwaysOn
    choices={ALIAS_KINDS.map((id) => ({ id, name: `office.alias.kinds.${id}` }))}
  />,
  <TextInput key="source" source="source" alwaysOn />,
];

/** The dictionary of names that are not the suppliers': by CAS number or product number. */
export function AliasList() {
  const narrow = useNarrow();
  return (
    <OfficeList actions={false} perPage={50} filters={filters} component="div">
      <AddAlias />
      {narrow ? (
        <Cards>
          <NarrowAlias />
        </Cards>
      ) : (
        <DataTable bulkActionButtons={false} rowClick={false}>
          <DataTable.Col source="text" disableSort sx={{ overflowWrap: 'anywhere' }} />
          <DataTable.Col source="cas" disableSort sx={{ whiteSpace: 'nowrap' }} />
          <DataTable.Col source="code" disableSort />
          <DataTable.Col source="lang" disableSort />
          <DataTable.Col source="kind" disableSort field={Kind} />
          <DataTable.Col source="source" disableSort field={Source} />
          <DataTable.Col label="office.bulk.actions" disableSort>
            <Remove />
          </DataTable.Col>
        </DataTable>
      )}
      <Tables of="aliases" words="office.alias" />
    </OfficeList>
  );
}

function NarrowAlias() {
  const alias = useRecordContext()!;
  return (
    <Card component="li" variant="outlined" sx={{ p: 1.5 }}>
      <Box sx={{ overflowWrap: 'anywhere' }}>{alias['text']}</Box>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center' }}>
        <Box sx={{ color: 'text.secondary' }}>
          {alias['cas'] ?? alias['code']} · <Kind />
        </Box>
        <Remove />
      </Stack>
    </Card>
  );
}

function Remove() {
  const record = useRecordContext();
  const translate = useTranslate();
  const text = record?.['text'] as string;
  return (
    <ConfirmedDeleteButton
      word={translate('ra.action.delete')}
      label={translate('office.alias.delete_of', { text })}
      title={translate('office.alias.delete_of', { text })}
      text={translate('office.alias.delete_text')}
    />
  );
}

function Kind() {
  const record = useRecordContext();
  const translate = useTranslate();
  return <>{translate(`office.alias.kinds.${record?.['kind']}`)}</>;
}

function Source() {
  const record = useRecordContext();
  const translate = useTranslate();
  const nameOf = useSourceName();
  const source = record?.['source'] as string;
  return <>{source === 'starter' ? translate('office.alias.starter') : nameOf(source)}</>;
}

/** A form that adds one name. */
function AddAlias() {
  const office = useOffice();
  const notify = useNotify();
  const refresh = useRefresh();
  const translate = useTranslate();
  const [alias, setAlias] = useState(BLANK);

  const [add] = useWork(async () => {
    const isOfProduct = await office.addAlias(alias);
    notify(isOfProduct ? 'office.alias.added' : 'office.alias.of_none', {
      type: isOfProduct ? 'success' : 'warning',
      messageArgs: { text: alias.text.trim(), target: alias.cas.trim() || alias.code.trim() },
    });
    setAlias({ ...BLANK, kind: alias.kind });
    refresh();
  });
  const field = (name: 'cas' | 'code' | 'text' | 'lang', max: number, grow = 1) => (
    <TextField
      size="small"
      label={translate(`resources.aliases.fields.${name}`)}
      value={alias[name]}
      onChange={(event) => setAlias({ ...alias, [name]: event.target.value })}
      slotProps={{ htmlInput: { maxLength: max } }}
      sx={{ flex: `${grow} 1 ${60 + 60 * grow}px` }}
    />
  );
  const isOfOne = (alias.cas.trim() === '') !== (alias.code.trim() === '');
  return (
    <Section title={translate('office.alias.new')}>
      <Stack
        component="form"
        direction="row"
        spacing={1}
        useFlexGap
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          add();
        }}
        sx={{ mb: 2, flexWrap: 'wrap' }}
      >
        {field('text', 200, 3)}
        {field('cas', 40)}
        {field('code', 30)}
        {field('lang', 35)}
        <Choose
          label={translate('resources.aliases.fields.kind')}
          value={alias.kind}
          choices={ALIAS_KINDS.map((kind) => [kind, translate(`office.alias.kinds.${kind}`)])}
          onChange={(kind) => setAlias({ ...alias, kind })}
          sx={{ flex: '1 1 120px' }}
        />
        <Button type="submit" variant="contained" disabled={alias.text.trim() === '' || !isOfOne}>
          {translate('office.add')}
        </Button>
      </Stack>
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{translate('office.alias.hint')}</Box>
    </Section>
  );
}
