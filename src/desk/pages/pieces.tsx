import { useCallback, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useDataProvider, useLocale, useNotify, usePermissions, useTranslate } from 'react-admin';
import { Box, Chip, IconButton, LinearProgress, TextField, Tooltip, useMediaQuery } from '@mui/material';
import type { TextFieldProps, Theme } from '@mui/material';
import CopyIcon from '@mui/icons-material/ContentCopy';
import { failureOf } from './call.js';
import type { OfficeData } from './data.js';

/** Says what a failure says. It stays the same function, for the effects that call it. */
export function useFail(): (error: unknown) => void {
  const notify = useNotify();
  return useCallback((error) => notify(failureOf(error).message, { type: 'error' }), [notify]);
}

/** Some work that a second press does not begin again while it is under way: it gets what comes of the first. */
export function useOnce<A extends unknown[], R>(
  work: (...given: A) => Promise<R>,
): (...given: A) => Promise<R> {
  const running = useRef<Promise<R>>(undefined);
  return (...given) => (running.current ??= work(...given).finally(() => (running.current = undefined)));
}

/**
 * Some work of a form or a button, once at a time; where it fails, that is said.
 * @returns the work, and whether it is under way
 */
export function useWork<A extends unknown[]>(
  work: (...given: A) => Promise<unknown>,
): [work: (...given: A) => void, isBusy: boolean] {
  const fail = useFail();
  const [isBusy, setBusy] = useState(false);
  const once = useOnce(work);
  const begin = (...given: A): void => {
    setBusy(true);
    void once(...given)
      .catch(fail)
      .finally(() => setBusy(false));
  };
  return [begin, isBusy];
}

/** The texts under a name of `office`. */
export function useWords(under: string): (name: string, values?: object) => string {
  const translate = useTranslate();
  return (name, values = {}) => translate(`office.${under}.${name}`, values);
}

/** The API client. */
export const useOffice = (): OfficeData => useDataProvider<OfficeData>();

/** Whether who is signed in may do what only administrators may; false until that is known. */
export const useIsAdministrator = (): boolean => usePermissions().permissions === 'administrator';

/** Whether the screen is as narrow as a phone's. */
export const useNarrow = (): boolean => useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));

/** A time of the browser's zone, as an input has it, as an instant. */
export const toInstant = (local: string): string | null => (local ? new Date(local).toISOString() : null);

/** Formats times in the page's language and the browser's time zone. */
export function useTime(): (iso: string | null | undefined) => string {
  const locale = useLocale();
  return (iso) =>
    iso == null
      ? ''
      : new Date(iso).toLocaleString(locale === 'en' ? 'en-GB' : 'zh-CN', {
          dateStyle: 'medium',
          timeStyle: 'medium',
        });
}

/** A day, with the full time as a tooltip. */
export function Day({ at }: { at: string }) {
  const locale = useLocale();
  const time = useTime();
  const day = new Date(at).toLocaleDateString(locale === 'en' ? 'en-GB' : 'zh-CN', { dateStyle: 'medium' });
  return (
    <time dateTime={at} title={time(at)} style={{ whiteSpace: 'nowrap' }}>
      {day}
    </time>
  );
}

/** Colours of chips. */
const COLOURS = {
  green: { color: '#0d4d22', bgcolor: '#d6f0de' },
  blue: { color: '#123f70', bgcolor: '#dbe9f8' },
  amber: { color: '#5b3b00', bgcolor: '#fbe9c6' },
  grey: { color: '#444', bgcolor: '#e4e4e4' },
};

/** A word that stands out by a colour. */
export const Mark = ({ colour, children }: { colour: keyof typeof COLOURS; children: string }) => (
  <Chip size="small" label={children} sx={COLOURS[colour]} />
);

const STATUS_COLOURS = { in_stock: 'green', futures: 'blue', custom: 'amber', off: 'grey' } as const;

/** The stock status of a product. */
export function StatusChip({ status }: { status: keyof typeof STATUS_COLOURS }) {
  const translate = useTranslate();
  return <Mark colour={STATUS_COLOURS[status]}>{translate(`office.status.${status}`)}</Mark>;
}

/** A source label; that of the back office is translated. */
export function useSourceName(): (source: string) => string {
  const translate = useTranslate();
  return (source) => (source === 'back-office' ? translate('office.source.back-office') : source);
}

type StructureProps = { url: string | null | undefined; name: string; size: number };

/** A structure image; empty space if it cannot be loaded. */
export function Structure({ url, name, size }: StructureProps) {
  const translate = useTranslate();
  const [failed, setFailed] = useState<string>();
  const width = size <= 48 ? 96 : 256;
  if (!url || failed === url) return <Box sx={{ width: size, height: size }} />;
  return (
    <Box
      component="img"
      src={/^\/media\/\d+$/.test(url) && size <= 128 ? `${url}?w=${width}` : url}
      alt={translate('office.product.image_of', { name })}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(url)}
      sx={{ width: size, height: size, objectFit: 'contain', bgcolor: '#fff', borderRadius: 1 }}
    />
  );
}

/** Copies a text. Over plain http browsers offer no clipboard, but still `execCommand`. */
function useCopy(): (text: string) => void {
  const notify = useNotify();
  return (text) => {
    const copySelection = (): void => {
      const area = document.createElement('textarea');
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    };
    const copying = navigator.clipboard
      ? navigator.clipboard.writeText(text).catch(copySelection)
      : Promise.resolve(copySelection());
    void copying.then(() => notify('office.copied', { type: 'info' }));
  };
}

/** A small button that is an icon. @param label for screen readers and the tooltip; more are props of the button */
export function IconAction({
  label,
  icon: Icon,
  ...props
}: { label: string; icon: typeof CopyIcon } & Record<string, unknown>) {
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} {...props}>
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

/** A button that copies a text. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = useCopy();
  return <IconAction label={label} icon={CopyIcon} onClick={() => copy(text)} />;
}

/** One of several values, each with its words: the browser's own choice, which takes one press. */
export function Choose<V extends string>({
  label,
  choices,
  onChange,
  ...props
}: Pick<TextFieldProps, 'value' | 'sx'> & {
  /** for screen readers */
  label: string;
  choices: readonly (readonly [value: V, words: string])[];
  onChange: (value: V) => void;
}) {
  return (
    <TextField
      select
      size="small"
      variant="outlined"
      fullWidth={false}
      onChange={(event) => onChange(event.target.value as V)}
      slotProps={{ select: { native: true }, htmlInput: { 'aria-label': label } }}
      {...props}
    >
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </TextField>
  );
}

/** A name and its value, with a colon of the page's language between them. */
export function Named({ name, children }: { name: string; children: ReactNode }) {
  const locale = useLocale();
  return (
    <>
      {name}
      {locale === 'en' ? ': ' : '：'}
      {children}
    </>
  );
}

type ProgressProps = { label: string; share?: number | undefined; children?: ReactNode };

/** How far something is: said, and as a bar. @param share of it that is done, 0 to 1; unknown without it */
export function Progress({ label, share, children }: ProgressProps) {
  return (
    <Box role="status">
      {children ?? label}
      <LinearProgress
        aria-label={label}
        {...(share !== undefined && { variant: 'determinate', value: Math.min(100, 100 * share) })}
      />
    </Box>
  );
}

/** Texts, each on lines of its own. */
export const Lines = ({ of }: { of: string[] }) => of.map((text, i) => <Box key={i}>{text}</Box>);

/** A heading with its content. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title} sx={{ mt: 3 }}>
      <Box component="h2" sx={{ fontSize: 17, fontWeight: 600, mb: 1 }}>
        {title}
      </Box>
      {children}
    </Box>
  );
}

/** What became of the products of a call, in words. */
export function useCounts(): (counts: Record<string, number> | null | undefined) => string {
  const translate = useTranslate();
  return (counts) =>
    Object.entries(counts ?? {})
      .map(([name, count]) => `${translate(`office.counts.${name}`, { _: name })} ${count}`)
      .join(' · ');
}
