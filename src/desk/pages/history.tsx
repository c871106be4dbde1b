import { useCallback, useEffect, useState } from 'react';
import { useGetRecordId, useLocale, useNotify, useRefresh, useTranslate, Confirm } from 'react-admin';
import { Box, Button, Card, Typography } from '@mui/material';
import RestoreIcon from '@mui/icons-material/Restore';
import type { Entry } from '../../catalogue/history/entry.js';
import { labelsOf } from '../../catalogue/products/fields.js';
import { useFail, useOffice, useTime } from './pieces.js';
import { mayDrop } from './unsaved.js';

/** Who made a change, in the page's language. */
export function useWriter(): (by: Entry['by']) => string {
  const translate = useTranslate();
  return ({ kind, name }) => translate(`office.history.by.${kind}`, { name: name ?? '' });
}

/** What a field is called, and its value as a person reads it. */
export function useFieldWords() {
  const translate = useTranslate();
  const labels: Record<string, string> = labelsOf(useLocale() === 'en' ? 'en' : 'cn');
  return {
    label: (field: string): string =>
      labels[field] ?? (field === 'structure' ? translate('office.product.structure') : field),
    value: (field: string, value: string | number | null): string => {
      if (value === null) return translate('office.history.empty');
      return field === 'status' ? translate(`office.status.${value}`) : String(value);
    },
  };
}

/** The history of the product of this page, the last change first, and how to bring back each. */
export function ProductHistory() {
  const code = String(useGetRecordId());
  const office = useOffice();
  const translate = useTranslate();
  const notify = useNotify();
  const fail = useFail();
  const refresh = useRefresh();
  const { label } = useFieldWords();
  const [shown, setShown] = useState<{ entries: Entry[]; next: string | null }>();
  const [asked, setAsked] = useState<Entry>();

  const read = useCallback(
    async (before?: typeof shown): Promise<void> => {
      const page = await office.history(code, before?.next ?? null);
      const entries = [...(before?.entries ?? []), ...page.data];
      // A further page is dropped where others have come meanwhile.
      setShown((now) => (before && now !== before ? now : { entries, next: page.next_cursor }));
    },
    [office, code],
  );
  useEffect(() => void read().catch(() => {}), [read]); // the form reports that the service is down

  const bringBack = async (entry: Entry, field?: string): Promise<void> => {
    setAsked(undefined);
    if (!mayDrop()) return; // the form shows the product anew
    try {
      const fields = await office.bringBack(code, entry.id, field);
      if (fields.length === 0) notify('office.history.nothing', { type: 'info' });
      else
        notify('office.history.brought_back', {
          type: 'success',
          messageArgs: { fields: fields.map(label).join(', ') },
        });
      refresh();
      await read();
    } catch (error) {
      fail(error);
    }
  };

  if (!shown) return null;
  const { entries, next } = shown;
  return (
    <Card component="section" aria-labelledby="history-title" sx={{ mt: 2, mb: 4, p: 2 }}>
      <Typography id="history-title" component="h2" sx={{ fontSize: 18, fontWeight: 600 }}>
        {translate('office.history.title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 1 }}>
        {translate(`office.history.${entries.length > 0 ? 'hint' : 'none'}`)}
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {entries.map((entry) => (
          <Change
            key={entry.id}
            entry={entry}
            onField={(field) => void bringBack(entry, field)}
            onAll={() => setAsked(entry)}
          />
        ))}
      </Box>
      {next !== null && (
        <Button onClick={() => void read(shown).catch(fail)} sx={{ mt: 1 }}>
          {translate('office.history.more')}
        </Button>
      )}
      <Confirm
        isOpen={asked !== undefined}
        title="office.history.back_all"
        content="office.history.back_all_text"
        onConfirm={() => void (asked && bringBack(asked))}
        onClose={() => setAsked(undefined)}
      />
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

function Change({
  entry,
  onField,
  onAll,
}: {
  entry: Entry;
  onField: (field: string) => void;
  onAll: () => void;
}) {
  const translate = useTranslate();
  const time = useTime();
  const writer = useWriter();
  const words = useFieldWords();
  const { op, at, by, bulk, changes } = entry;
  return (
    <Box component="li" sx={{ borderTop: 1, borderColor: 'divider', py: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        <Box component="span" sx={{ fontWeight: 600 }}>
          {translate(`office.history.op.${op}`)}
        </Box>
        <time dateTime={at}>{time(at)}</time>
        <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {[writer(by), bulk && translate('office.history.bulk')].filter(Boolean).join(' · ')}
        </Box>
        {op !== 'created' && (
          <Button size="small" startIcon={<RestoreIcon />} onClick={onAll} sx={{ ml: 'auto' }}>
            {translate('office.history.back_all')}
          </Button>
        )}
      </Box>
      {op === 'changed' &&
        changes.map(({ field, before, after }) => (
          <Box key={field} sx={{ ...GRID, py: 0.5 }}>
            <Box sx={{ color: 'text.secondary', gridColumn: { xs: '1 / -1', md: 'auto' } }}>
              {words.label(field)}
            </Box>
            <Box
              component="del"
              sx={{ ...VALUE, color: 'text.secondary', ...(before === null && { textDecoration: 'none' }) }}
            >
              {words.value(field, before)}
            </Box>
            <Box component="ins" sx={{ ...VALUE, textDecoration: 'none', gridRow: { xs: 3, md: 'auto' } }}>
              {words.value(field, after)}
            </Box>
            {field !== 'source' && (
              <Button
                size="small"
                aria-label={translate('office.history.back_of', { field: words.label(field) })}
                onClick={() => onField(field)}
              >
                {translate('office.history.back')}
              </Button>
            )}
          </Box>
        ))}
    </Box>
  );
}
