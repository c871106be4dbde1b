import { useId } from 'react';
import { TextInput } from 'react-admin';
import type { TextInputProps } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useOffice } from './pieces.js';
import { useReading } from './reading.js';

const PAUSE_MS = 200;
const MOST = 20;

/** A text field that proposes what is in the catalogue already and begins as what is typed: a series, or the last of several tags. */
export function SuggestedInput({ of, ...props }: { of: 'series' | 'tags' } & TextInputProps) {
  const office = useOffice();
  const list = useId();
  const typed: string = useWatch({ name: props.source }) ?? '';
  const propose = async (text: string): Promise<string[]> => {
    const before = of === 'tags' ? (/^.*[;；]\s*/.exec(text)?.[0] ?? '') : '';
    const start = text.slice(before.length).trim();
    if (of === 'series') return office.valuesOf('series', start);
    const page = { pagination: { page: 1, perPage: MOST }, sort: { field: '', order: 'ASC' as const } };
    const { data } = await office.getList('tags', { ...page, filter: { q: start } });
    return data.map(({ tag }) => before + String(tag));
  };
  const { answer: proposed = [] } = useReading(`proposed-${of}`, propose, typed, { pauseMs: PAUSE_MS });
  return (
    <>
      <TextInput fullWidth {...props} slotProps={{ htmlInput: { list, autoComplete: 'off' } }} />
      <datalist id={list}>
        {proposed.slice(0, MOST).map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  );
}
