import { useEffect, useId, useState } from 'react';
import { TextInput } from 'react-admin';
import type { TextInputProps } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useOffice } from './pieces.js';

const PAUSE_MS = 200;
const MOST = 20;

/** What is in the catalogue already and begins as what is typed: a series, or the last of several tags. */
export function useProposals(source: 'series' | 'tags', typed: string): string[] {
  const office = useOffice();
  const [proposed, setProposed] = useState<string[]>([]);
  useEffect(() => {
    const before = source === 'tags' ? (/^.*[;；]\s*/.exec(typed)?.[0] ?? '') : '';
    const start = typed.slice(before.length).trim();
    const find = async (): Promise<string[]> => {
      if (source === 'series') return office.valuesOf('series', start);
      const page = { pagination: { page: 1, perPage: MOST }, sort: { field: '', order: 'ASC' as const } };
      const { data } = await office.getList('tags', { ...page, filter: { q: start } });
      return data.map(({ tag }) => before + String(tag));
    };
    let isCurrent = true;
    const timer = setTimeout(() => {
      find().then(
        (found) => isCurrent && setProposed(found.slice(0, MOST)),
        () => {},
      ); // the form itself reports that the service is down
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [office, source, typed]);
  return proposed;
}

/** The field of a form with such a text. */
export function SuggestedInput({
  source,
  ...more
}: { source: 'series' | 'tags' } & Omit<TextInputProps, 'source'>) {
  const list = useId();
  const typed: string | null = useWatch({ name: source });
  const proposed = useProposals(source, typed ?? '');
  return (
    <>
      <TextInput
        source={source}
        fullWidth
        {...more}
        slotProps={{ htmlInput: { list, autoComplete: 'off' } }}
      />
      <datalist id={list}>
        {proposed.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  );
}
