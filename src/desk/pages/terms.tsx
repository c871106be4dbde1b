import { useEffect, useRef, useState } from 'react';
import { BooleanInput, SearchInput } from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Box, TextField } from '@mui/material';
import { TERM_KINDS } from '../../catalogue/terms/term.js';
import type { TermUse } from '../../catalogue/terms/term.js';
import { choiceFilter, choicesOf } from './choices.js';
import { BulkStatus } from './bulk.js';
import { useDesk } from './pieces.js';
import { OfficeList, OfficeTable } from './records.js';
import { RenameButton } from './rename.js';
import { Tables } from './tables.js';

const KINDS = choicesOf('term.kinds', TERM_KINDS);
const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  choiceFilter('kind', KINDS),
  <BooleanInput key="unnamed" source="unnamed" alwaysOn />,
];

/** The categories, series and tags, those of most products first, with the English names that pages and searches know. */
export function TermList() {
  const { t } = useDesk();
  const [began, setBegan] = useState<number>();
  return (
    <OfficeList perPage={50} filters={filters} component="div">
      <Box sx={{ fontSize: 13, color: 'text.secondary', mb: 2 }}>{t('term.hint')}</Box>
      <BulkStatus began={began} />
      <OfficeTable<TermUse & RaRecord>
        columns={[
          { source: 'value' },
          { source: 'kind', value: ({ kind }) => t(`term.kinds.${kind}`) },
          { source: 'products', isNumber: true },
          { source: 'name_en', value: (term) => <EnglishName term={term} />, sx: { width: '45%' } },
        ]}
        actions={({ kind, value, products }) =>
          products > 0 && <RenameButton kind={kind} value={value} onBegun={setBegan} />
        }
      />
      <Tables words="term" />
    </OfficeList>
  );
}

/** The field of a name, which is saved when it is left. */
function EnglishName({ term: { kind, value, name_en: english } }: { term: TermUse }) {
  const { office, tell, refresh, fail, t } = useDesk();
  const stored = english ?? '';
  const [name, setName] = useState(stored);
  const kept = useRef(stored);
  const saving = useRef(Promise.resolve());
  useEffect(() => {
    setName(stored);
    kept.current = stored;
  }, [stored]);

  const saveNow = async (): Promise<void> => {
    const wanted = name.trim();
    if (wanted === kept.current) return;
    try {
      const term = { kind, value, name_en: wanted || null, was: kept.current || null };
      await office.call('PUT', '/terms', term);
      kept.current = wanted;
      // What was typed since stays.
      setName((now) => (now === name ? wanted : now));
      tell('term.saved', 'success', { value });
    } catch (error) {
      fail(error);
      refresh(); // somebody else may have named it
    }
  };
  // One after the other: each says which name it replaces.
  const save = (): void => void (saving.current = saving.current.then(saveNow));
  return (
    <TextField
      variant="outlined"
      value={name}
      onChange={(event) => setName(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
        if (event.key === 'Escape') setName(kept.current);
      }}
      slotProps={{
        htmlInput: { maxLength: 100, lang: 'en', 'aria-label': t('term.name_of', { value }) },
      }}
    />
  );
}
