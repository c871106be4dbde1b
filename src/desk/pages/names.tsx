import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  BooleanInput,
  DeleteWithConfirmButton,
  SearchInput,
  SelectInput,
  TextInput,
  useResourceContext,
} from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Alert, Box, TextField } from '@mui/material';
import { Link } from 'react-router-dom';
import { ALIAS_KINDS } from '../../catalogue/aliases/alias.js';
import { TERM_KINDS } from '../../catalogue/terms/term.js';
import type { TermUse } from '../../catalogue/terms/term.js';
import { BulkStatus } from './bulk.js';
import { RenameButton } from './bulk-edit.js';
import { call, faultWords } from './call.js';
import { choiceFilter, choicesOf, DropZone } from './inputs.js';
import { AddForm, ConfirmedDeleteButton } from './dialogs.js';
import { Bilingual, Named, NEEDED, Section, useDesk, useWork } from './pieces.js';
import { filteredList, ListFile, OfficeList, OfficeTable } from './records.js';
import { PUBLIC } from './session.js';

/** The categories, with the number of their products. */
export function Categories() {
  const { t } = useDesk();
  return (
    <OfficeList pagination={false} perPage={200} component="div">
      <AddName resource="categories" label={t('category.new')} max={50} />
      <BulkStatus />
      <OfficeTable
        columns={[
          {
            source: 'name',
            value: ({ name, name_en: english, listed }) => (
              <>
                <Bilingual value={name} english={english} />
                {!listed && <Box sx={{ color: 'text.secondary' }}>({t('category.gone')})</Box>}
              </>
            ),
          },
          { source: 'products', isNumber: true },
        ]}
        actions={({ name, listed }) => (
          <>
            <RenameButton kind="category" value={name} />
            {listed && (
              <DeleteWithConfirmButton
                confirmContent={t('category.delete_hint')}
                confirmColor="warning"
                redirect={false}
              />
            )}
          </>
        )}
      />
    </OfficeList>
  );
}

/** The tag dictionary, most used first. */
export function TagList() {
  const { t } = useDesk();
  return (
    <OfficeList perPage={50} component="div" filters={[<SearchInput key="q" source="q" alwaysOn />]}>
      <AddName resource="tags" label={t('tag.new')} max={300} />
      <BulkStatus />
      <OfficeTable
        columns={[
          {
            source: 'tag',
            value: ({ tag }) => (
              <Link to={filteredList('products', { tag }, 'tag')} title={t('tag.products', { tag })}>
                {tag}
              </Link>
            ),
          },
          { source: 'use_count', isNumber: true },
        ]}
        actions={({ tag }) => <RenameButton kind="tag" value={tag} />}
      />
    </OfficeList>
  );
}

interface Added {
  added: number;
  skipped: number;
  warnings?: { value: string }[];
}

/** A form that adds a category or a tag. */
function AddName({ resource, label, max }: { resource: 'categories' | 'tags'; label: string; max: number }) {
  const { tell } = useDesk();
  const add = async ({ added: name }: { added: string }): Promise<void> => {
    const given = { [resource === 'tags' ? 'tag' : 'name']: name };
    const { warnings: [doubt] = [], ...counts } = await call<Added>('POST', `${PUBLIC}/${resource}`, given);
    if (doubt) tell('lookalike', 'warning', { name: doubt.value });
    else tell('added', 'success', counts);
  };
  return (
    <AddForm add={add}>
      <TextInput
        source="added"
        label={label}
        validate={NEEDED}
        slotProps={{ htmlInput: { maxLength: max } }}
        sx={{ flex: 1, maxWidth: 420 }}
      />
    </AddForm>
  );
}

const termFilters = [
  <SearchInput key="q" source="q" alwaysOn />,
  choiceFilter('kind', choicesOf('term.kinds', TERM_KINDS)),
  <BooleanInput key="unnamed" source="unnamed" alwaysOn />,
];

/** The categories, series and tags, those of most products first, with the English names that pages and searches know. */
export function TermList() {
  const { t } = useDesk();
  return (
    <OfficeList perPage={50} filters={termFilters} component="div" hint={t('term.hint')}>
      <BulkStatus />
      <OfficeTable<TermUse & RaRecord>
        columns={[
          { source: 'value' },
          { source: 'kind', value: ({ kind }) => t(`term.kinds.${kind}`) },
          { source: 'products', isNumber: true },
          { source: 'name_en', value: (term) => <EnglishName term={term} />, sx: { width: '45%' } },
        ]}
        actions={({ kind, value, products }) => products > 0 && <RenameButton kind={kind} value={value} />}
      />
      <Tables words="term" />
    </OfficeList>
  );
}

/** The field of a name, which is saved when it is left. */
function EnglishName({ term: { kind, value, name_en: english } }: { term: TermUse }) {
  const { tell, refresh, fail, t } = useDesk();
  const stored = english ?? '';
  const [name, setName] = useState(stored);
  const kept = useRef(stored);
  const saving = useRef(Promise.resolve());
  const { mutateAsync } = useMutation({ mutationFn: (term: object) => call('PUT', '/terms', term) });
  useEffect(() => {
    setName(stored);
    kept.current = stored;
  }, [stored]);

  const saveNow = async (): Promise<void> => {
    const wanted = name.trim();
    if (wanted === kept.current) return;
    try {
      await mutateAsync({ kind, value, name_en: wanted || null, was: kept.current || null });
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

const ALIAS_CHOICES = choicesOf('alias.kinds', ALIAS_KINDS);

const aliasFilters = [
  <SearchInput key="q" source="q" alwaysOn />,
  ...['cas', 'code', 'lang'].map((source) => <TextInput key={source} source={source} alwaysOn />),
  choiceFilter('kind', ALIAS_CHOICES),
  <TextInput key="source" source="source" alwaysOn />,
];

/** The dictionary of names that are not the suppliers': by CAS number or product number. */
export function AliasList() {
  const { t, sourceName } = useDesk();
  return (
    <OfficeList perPage={50} filters={aliasFilters} component="div">
      <AddAlias />
      <OfficeTable
        columns={[
          { source: 'text' },
          { source: 'cas', sx: { whiteSpace: 'nowrap' } },
          { source: 'code' },
          { source: 'lang' },
          { source: 'kind', value: ({ kind }) => t(`alias.kinds.${kind}`) },
          {
            source: 'source',
            value: ({ source }) => (source === 'starter' ? t('alias.starter') : sourceName(source)),
          },
        ]}
        actions={() => <ConfirmedDeleteButton of="alias" />}
      />
      <Tables words="alias" />
    </OfficeList>
  );
}

interface AddedAlias {
  errors: { reason: string; message: string }[];
  warnings: unknown[];
}

/** Adds a name, and says so. It gives whether a product has its number, and throws an Error that says what is wrong with it. */
export function useAddAlias(added: 'alias.added' | 'demand.alias_made') {
  const { tell } = useDesk();
  return async (alias: Record<string, string>): Promise<boolean> => {
    const { errors, warnings } = await call<AddedAlias>('PUT', `${PUBLIC}/aliases`, { aliases: [alias] });
    if (errors[0]) throw new Error(faultWords({ ...errors[0], code: errors[0].reason }));
    const isOfProduct = warnings.length === 0;
    const said = { text: alias['text']!.trim(), target: alias['cas']?.trim() || alias['code'] };
    tell(isOfProduct ? added : 'alias.of_none', isOfProduct ? 'success' : 'warning', said);
    return isOfProduct;
  };
}

/** A form that adds one name. */
function AddAlias() {
  const { t } = useDesk();
  const [kind, setKind] = useState('brand');
  const addAlias = useAddAlias('alias.added');
  const add = async (alias: Record<string, string>): Promise<void> => {
    await addAlias(alias);
    setKind(alias['kind']!);
  };
  const field = (name: string, max: number, grow = 1) => (
    <TextInput
      source={name}
      slotProps={{ htmlInput: { maxLength: max } }}
      sx={{ flex: `${grow} 1 ${60 + 60 * grow}px` }}
      {...(name === 'text' && { validate: NEEDED })}
    />
  );
  return (
    <Section title={t('alias.new')}>
      <AddForm add={add} defaults={{ kind }}>
        {field('text', 200, 3)}
        {field('cas', 40)}
        {field('code', 30)}
        {field('lang', 35)}
        <SelectInput source="kind" choices={ALIAS_CHOICES} validate={NEEDED} sx={{ flex: '1 1 120px' }} />
      </AddForm>
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('alias.hint')}</Box>
    </Section>
  );
}

/** What became of a table: counts, and its lines at fault. */
interface TableOutcome {
  invalid: number;
  errors: { line: number; field: string | null; reason: string; message: string }[];
  /** of lines that were stored */
  warnings?: TableOutcome['errors'];
}

/** The tables of a list: into it, and out of it as it is filtered. */
export function Tables({ words }: { words: 'alias' | 'term' }) {
  const { refresh, t } = useDesk();
  const of = useResourceContext()!;
  const [outcome, setOutcome] = useState<TableOutcome>();
  const [run, isBusy] = useWork(async (file: File) => {
    setOutcome(undefined);
    setOutcome(await call<TableOutcome>('POST', `/${of}/import`, file));
    refresh();
  });
  const faults = outcome ? [...outcome.errors, ...(outcome.warnings ?? [])] : [];
  return (
    <Section title={t('tables')}>
      <DropZone
        accept=".tsv,.txt"
        disabled={isBusy}
        onFiles={([file]) => run(file!)}
        title={t('drop_tsv')}
        hint={t(`${words}.columns`)}
      />
      {outcome && (
        <Alert
          severity={faults.length > 0 ? 'warning' : 'success'}
          sx={{ mt: 2, maxHeight: 320, overflow: 'auto' }}
        >
          {t(`${words}.did`, { ...outcome })}
          {faults.map(({ line, field, reason, message }) => (
            <Box key={line}>
              <Named name={`${t('import.line')} ${line}`}>
                {field} {t(`reasons.${reason}`, { _: message })}
              </Named>
            </Box>
          ))}
        </Alert>
      )}
      <ListFile word="export_tsv" />
    </Section>
  );
}
