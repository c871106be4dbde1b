import { useId, useState } from 'react';
import { SelectInput, TextArrayInput, TextInput } from 'react-admin';
import type { SelectInputProps, TextArrayInputProps, TextInputProps } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Box } from '@mui/material';
import { dataOf, query } from './call.js';
import { Icon, Proposals, useDesk } from './pieces.js';
import { useReading } from './reading.js';
import type { Known } from './texts.js';

/** Values to choose from, each named by its text under an id. */
export const choicesOf = <Under extends string, V extends string>(
  under: [Known<`${Under}.${V}`>] extends [never] ? never : Under,
  values: readonly V[],
) => values.map((id) => ({ id, name: `${under}.${id}` }));

/** Values to choose from that name themselves. */
export const asChoices = (values: string[]) => values.map((id) => ({ id, name: id }));

/** A filter of a list by one of several values. It is always shown, unless it says otherwise. */
export const choiceFilter = (source: string, choices: object[], more: Partial<SelectInputProps> = {}) => (
  <SelectInput key={source} source={source} choices={choices} alwaysOn {...more} />
);

/** A category to choose: as products have it, and with its English name. */
interface CategoryChoice {
  id: string;
  name: string;
  /** false where it was deleted, and products still carry it */
  listed: boolean;
}

/** The categories and source labels to choose from. */
export function useChoices(): { categories: CategoryChoice[]; sources: string[] } {
  const { answer } = useReading('choices', async () => {
    const [named, sources] = await Promise.all([
      dataOf<{ name: string; name_en: string | null; listed: boolean }[]>('GET', '/categories'),
      dataOf<string[]>('GET', '/product-values?field=source'),
    ]);
    const categories = named.map(({ name, name_en: english, listed }) => ({
      id: name,
      name: english ? `${name} · ${english}` : name,
      listed,
    }));
    return { categories, sources };
  });
  return answer ?? { categories: [], sources: [] };
}

const PAUSE_MS = 200;
const MOST = 20;

/** A series: proposed is what is in the catalogue already and begins as what is typed. */
export function SeriesInput(props: Omit<TextInputProps, 'source'>) {
  const list = useId();
  const typed: string = useWatch({ name: 'series' }) ?? '';
  const propose = (start: string) =>
    dataOf<string[]>('GET', `/product-values${query({ field: 'series', start: start.trim() })}`);
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
  const { t } = useDesk();
  const [typed, setTyped] = useState('');
  const propose = async (q: string): Promise<string[]> => {
    if (!isTags) return [];
    const path = `/tags${query({ q: q.trim(), page_size: MOST })}`;
    return (await dataOf<{ tag: string }[]>('GET', path)).map(({ tag }) => tag);
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

/** The media types that the media library accepts, for a file dialog. */
export const IMAGES = 'image/png,image/jpeg,image/gif,image/webp,image/bmp';

const ZONE = {
  position: 'relative',
  display: 'block',
  width: '100%',
  py: 3,
  px: 1,
  border: '2px dashed',
  borderColor: 'primary.main',
  borderRadius: 1,
  textAlign: 'center',
  color: 'primary.main',
  bgcolor: 'background.paper',
  '&:has(:disabled)': { opacity: 0.5 },
  '&:hover, &:focus-within': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: 2 },
  // The browser's own field for files lies over all of it: it takes what is dropped, too.
  '& input': { position: 'absolute', inset: 0, width: '100%', height: '100%', opacity: 0 },
};

/** An area to drop files on; a click opens the file dialog. */
export function DropZone({
  onFiles,
  title,
  hint,
  ...input
}: {
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  title: string;
  hint: string;
}) {
  return (
    <Box component="label" sx={ZONE}>
      <Icon name="CloudUploadOutlined" sx={{ display: 'block', mx: 'auto' }} />
      <span>{title}</span>
      <Box component="span" sx={{ display: 'block', fontSize: 13, color: 'text.secondary' }}>
        {hint}
      </Box>
      <input
        type="file"
        aria-label={title}
        title={title}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
        {...input}
      />
    </Box>
  );
}
