import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import {
  BooleanInput,
  DataTable,
  SearchInput,
  SelectInput,
  useNotify,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Box, Card, TextField } from '@mui/material';
import { TERM_KINDS } from '../../catalogue/terms/term.js';
import type { TermUse } from '../../catalogue/terms/term.js';
import { BulkStatus } from './bulk.js';
import { useFail, useNarrow, useOffice } from './pieces.js';
import { Cards, OfficeList } from './records.js';
import { RenameButton } from './rename.js';
import { Tables } from './tables.js';

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <SelectInput
    key="kind"
    source="kind"
    alwaysOn
    choices={TERM_KINDS.map((id) => ({ id, name: `office.term.kinds.${id}` }))}
  />,
  <BooleanInput key="unnamed" source="unnamed" alwaysOn />,
];

/** The categories, series and tags, those of most products first, with the English names that pages and searches know. */
export function TermList() {
  const narrow = useNarrow();
  const translate = useTranslate();
  const [began, setBegan] = useState<number>();
  const renaming = ({ kind, value, products }: TermUse) =>
    products > 0 && <RenameButton kind={kind} value={value} onBegun={setBegan} />;
  return (
    <OfficeList actions={false} perPage={50} filters={filters} component="div">
      <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 2 }}>{translate('office.term.hint')}</Box>
      <BulkStatus began={began} />
      {narrow ? (
        <Cards>
          <NarrowTerm renaming={renaming} />
        </Cards>
      ) : (
        <DataTable bulkActionButtons={false} rowClick={false}>
          <DataTable.Col source="kind" disableSort field={Kind} />
          <DataTable.Col source="value" disableSort sx={{ overflowWrap: 'anywhere' }} />
          <DataTable.NumberCol source="products" disableSort />
          <DataTable.Col source="name_en" disableSort field={EnglishName} sx={{ width: '45%' }} />
          <DataTable.Col
            source="actions"
            label="office.bulk.actions"
            disableSort
            render={(term: RaRecord) => renaming(term as TermUse & RaRecord)}
          />
        </DataTable>
      )}
      <Tables of="terms" words="office.term" />
    </OfficeList>
  );
}

function NarrowTerm({ renaming }: { renaming: (term: TermUse) => ReactNode }) {
  const term = useRecordContext<TermUse & RaRecord>()!;
  return (
    <Card component="li" variant="outlined" sx={{ p: 1.5 }}>
      <Box sx={{ overflowWrap: 'anywhere' }}>{term.value}</Box>
      <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 1 }}>
        <Kind /> · {term.products.toLocaleString('en')}
      </Box>
      <EnglishName />
      {renaming(term)}
    </Card>
  );
}

function Kind() {
  const record = useRecordContext();
  const translate = useTranslate();
  return <>{translate(`office.term.kinds.${record?.['kind']}`)}</>;
}

/** The field of a name, which is saved when it is left. */
function EnglishName() {
  const term = useRecordContext<TermUse & RaRecord>();
  const office = useOffice();
  const notify = useNotify();
  const refresh = useRefresh();
  const fail = useFail();
  const translate = useTranslate();
  const stored = term?.name_en ?? '';
  const [name, setName] = useState(stored);
  const kept = useRef(stored);
  const saving = useRef(Promise.resolve());
  useEffect(() => {
    setName(stored);
    kept.current = stored;
  }, [stored]);

  const saveNow = async (): Promise<void> => {
    const wanted = name.trim();
    if (!term || wanted === kept.current) return;
    const { kind, value } = term;
    try {
      await office.nameTerm({ kind, value, name_en: wanted || null, was: kept.current || null });
      kept.current = wanted;
      // What was typed since stays.
      setName((now) => (now === name ? wanted : now));
      notify('office.term.saved', { type: 'success', messageArgs: { value } });
    } catch (error) {
      fail(error);
      refresh(); // somebody else may have named it
    }
  };
  // One after the other: each says which name it replaces.
  const save = (): void => void (saving.current = saving.current.then(saveNow));
  if (!term) return null;
  return (
    <TextField
      size="small"
      fullWidth
      variant="outlined"
      value={name}
      onChange={(event) => setName(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
        if (event.key === 'Escape') setName(kept.current);
      }}
      slotProps={{
        htmlInput: {
          maxLength: 100,
          lang: 'en',
          'aria-label': translate('office.term.name_of', { value: term.value }),
        },
      }}
    />
  );
}
