import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchInput, useGetRecordId } from 'react-admin';
import { Box, Button, Card } from '@mui/material';
import { useNavigate } from 'react-router-dom';
import type { Entry } from '../../catalogue/history/entry.js';
import type { Status } from '../../catalogue/products/fields.js';
import { address, call, query } from './call.js';
import { useQuestion } from './dialogs.js';
import { Icon, Section, useDesk, useWork } from './pieces.js';
import { OfficeList, OfficeTable, productPath } from './records.js';
import { PUBLIC } from './session.js';
import { mayDrop } from './unsaved.js';

/** Who made a change, and a value of a field as a person reads it, in the page's language. */
export function useEntryWords() {
  const { t } = useDesk();
  return {
    writer: ({ kind, name }: Entry['by']): string => t(`history.by.${kind}`, { name: name ?? '' }),
    value: (field: string, value: string | number | null): string => {
      if (value === null) return t('history.empty');
      return field === 'status' ? t(`status.${value as Status}`) : String(value);
    },
  };
}

/** The address of the history of a product. */
export const historyOf = (code: string, cursor: string | null = null): string =>
  PUBLIC + address`/products/${code}/history` + query({ cursor });

/** Makes a product, or one field of it, what it was before a change. @returns the fields that changed */
export async function bringBackTo(code: string, id: number, field?: string): Promise<string[]> {
  const path = address`/products/${code}/bring-back`;
  return (await call<{ updated_fields: string[] }>('POST', path, { id, field })).updated_fields;
}

export interface HistoryPage {
  data: Entry[];
  next_cursor: string | null;
}

/** The history of the product of this page, the last change first, and how to bring back each. */
export function ProductHistory() {
  const code = String(useGetRecordId());
  const { t, tell, label, listed, fail, refresh } = useDesk();
  // A failure is reported by the form.
  const { data, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['office', 'history', code],
    queryFn: ({ pageParam: cursor }) => call<HistoryPage>('GET', historyOf(code, cursor)),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    gcTime: 0,
  });
  const [ask, question] = useQuestion();

  const [bringBack] = useWork(async (entry: Entry, field?: string): Promise<void> => {
    if (!mayDrop()) return; // the form shows the product anew
    const fields = await bringBackTo(code, entry.id, field);
    const back = { fields: listed(fields.map(label)) };
    if (fields.length === 0) tell('history.nothing', 'info');
    else tell('history.brought_back', 'success', back);
    refresh();
    await refetch();
  });

  if (!data) return null;
  const entries = data.pages.flatMap((page) => page.data);
  return (
    <Card sx={{ mt: 2, mb: 4, px: 2, pb: 2 }}>
      <Section title={t('history.title')}>
        <Box sx={{ color: 'text.secondary', mb: 1 }}>
          {t(entries.length > 0 ? 'history.hint' : 'history.none')}
        </Box>
        <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {entries.map((entry) => (
            <Change
              key={entry.id}
              entry={entry}
              onField={(field) => bringBack(entry, field)}
              onAll={() =>
                ask({ title: t('history.back_all'), content: t('history.back_all_text') }, () =>
                  bringBack(entry),
                )
              }
            />
          ))}
        </Box>
        {hasNextPage && (
          <Button onClick={() => void fetchNextPage({ throwOnError: true }).catch(fail)} sx={{ mt: 1 }}>
            {t('history.more')}
          </Button>
        )}
      </Section>
      {question}
    </Card>
  );
}

const GRID = {
  display: 'grid',
  columnGap: 2,
  alignItems: 'baseline',
  gridTemplateColumns: { xs: '1fr auto', md: '170px 1fr 1fr auto' },
};
const VALUE = { overflowWrap: 'anywhere', whiteSpace: 'pre-line', maxHeight: 120, overflow: 'auto' };
/** What may be long enough to scroll is scrolled by keyboard too. */
const focusable = (value: unknown) => (String(value).length > 70 ? { tabIndex: 0 } : {});

interface ChangeProps {
  entry: Entry;
  onField: (field: string) => void;
  onAll: () => void;
}

function Change({ entry, onField, onAll }: ChangeProps) {
  const { t, time } = useDesk();
  const { writer } = useEntryWords();
  const { op, at, by, bulk, changes } = entry;
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider', py: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        <b>{t(`history.op.${op}`)}</b>
        <time dateTime={at}>{time(at)}</time>
        <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {[writer(by), bulk && t('history.bulk')].filter(Boolean).join(' · ')}
        </Box>
        {op !== 'created' && (
          <Button size="small" startIcon={<Icon name="Restore" />} onClick={onAll} sx={{ ml: 'auto' }}>
            {t('history.back_all')}
          </Button>
        )}
      </Box>
      {op === 'changed' &&
        changes.map((change) => <Changed key={change.field} change={change} onField={onField} />)}
    </Box>
  );
}

function Changed({
  change: { field, before, after },
  onField,
}: { change: Entry['changes'][number] } & Pick<ChangeProps, 'onField'>) {
  const { t, label } = useDesk();
  const { value } = useEntryWords();
  const textDecoration = before === null ? 'none' : 'line-through';
  return (
    <Box sx={{ ...GRID, py: 0.5 }}>
      <Box sx={{ color: 'text.secondary', gridColumn: { xs: '1 / -1', md: 'auto' } }}>{label(field)}</Box>
      <Box component="del" {...focusable(before)} sx={{ ...VALUE, color: 'text.secondary', textDecoration }}>
        {value(field, before)}
      </Box>
      <Box
        component="ins"
        {...focusable(after)}
        sx={{ ...VALUE, textDecoration: 'none', gridRow: { xs: 3, md: 'auto' } }}
      >
        {value(field, after)}
      </Box>
      {field !== 'source' && (
        <Button
          size="small"
          aria-label={t('history.back_of', { field: label(field) })}
          onClick={() => onField(field)}
        >
          {t('history.back')}
        </Button>
      )}
    </Box>
  );
}

/** Recently deleted products, and how to bring them back. */
export function DeletedProducts() {
  const { t, isEnglish, time } = useDesk();
  const { writer } = useEntryWords();
  return (
    <OfficeList
      filters={[<SearchInput key="q" source="q" alwaysOn />]}
      component="div"
      hint={t('history.deleted_hint')}
    >
      <OfficeTable
        columns={[
          { source: 'code' },
          { source: 'name', value: ({ name_cn: cn, name_en: en }) => (isEnglish ? en : null) ?? cn },
          { source: 'cas' },
          { source: 'at', value: ({ at, by }) => `${time(at)} · ${writer(by)}` },
        ]}
        actions={({ id, code }) => <BringBackButton code={code} id={Number(id)} />}
      />
    </OfficeList>
  );
}

/** Brings a product back. @param id of the deletion */
function BringBackButton({ code, id }: { code: string; id: number }) {
  const { t, tell } = useDesk();
  const navigate = useNavigate();
  const [bringBack] = useWork(async () => {
    await bringBackTo(code, id);
    tell('history.product_back', 'success', { code });
    await navigate(productPath(code));
  });
  return (
    <Button startIcon={<Icon name="Restore" />} onClick={bringBack}>
      {t('history.back_product')}
    </Button>
  );
}
