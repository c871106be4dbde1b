import { useId, useState } from 'react';
import { TextArrayInput, TextInput } from 'react-admin';
import type { TextArrayInputProps, TextInputProps } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { query } from './call.js';
import { Proposals, useDesk } from './pieces.js';
import { useReading } from './reading.js';

const PAUSE_MS = 200;
const MOST = 20;

/** A series: proposed is what is in the catalogue already and begins as what is typed. */
export function SeriesInput(props: Omit<TextInputProps, 'source'>) {
  const { office } = useDesk();
  const list = useId();
  const typed: string = useWatch({ name: 'series' }) ?? '';
  const propose = (start: string) =>
    office.dataOf<string[]>('GET', `/product-values${query({ field: 'series', start: start.trim() })}`);
  const { answer: proposed = [] } = useReading('series', propose, typed, { pauseMs: PAUSE_MS });
  return (
    <>
      <TextInput source="series" {...props} slotProps={{ htmlInput: { list, autoComplete: 'off' } }} />
      <Proposals id={list} of={proposed.slice(0, MOST)} />
    </>
  );
}

/** The parts of a text that semicolons part. */
export const partsOf = (text: string | null | undefined): string[] =>
  (text ?? '').split(/[;；\n]/).flatMap((part) => part.trim() || []);

/** The parts of a text, each as a chip; of tags those are proposed that are there already. */
export function PartsInput({ isTags, ...props }: { isTags: boolean } & TextArrayInputProps) {
  const { office, t } = useDesk();
  const [typed, setTyped] = useState('');
  const propose = async (q: string): Promise<string[]> => {
    if (!isTags) return [];
    const path = `/tags${query({ q: q.trim(), page_size: MOST })}`;
    return (await office.dataOf<{ tag: string }[]>('GET', path)).map(({ tag }) => tag);
  };
  const { answer: proposed = [] } = useReading('tags', propose, typed, { pauseMs: PAUSE_MS });
  return (
    <TextArrayInput
      format={partsOf}
      parse={(parts: string[]) => partsOf(parts.join(';')).join(';') || null}
      clearText={t('ra.action.clear_input_value')}
      options={proposed}
      filterOptions={(all) => all}
      onInputChange={(_, text) => setTyped(text)}
      {...props}
    />
  );
}
