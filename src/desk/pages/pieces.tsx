import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import {
  IconButtonWithTooltip,
  required,
  useLocale,
  useNotify,
  usePermissions,
  useRefresh,
  useTranslate,
} from 'react-admin';
import { Box, Chip, LinearProgress, SvgIcon, TextField, useMediaQuery } from '@mui/material';
import type { AlertColor, SvgIconProps, TextFieldProps, Theme } from '@mui/material';
import { failureOf } from './call.js';
import ICONS from './icons/icons.json' with { type: 'json' };
import type { Known } from './texts.js';

/** What a component works with: words and times in the page's language, and what it says on the page. */
export function useDesk() {
  const locale = useLocale();
  const translate = useTranslate();
  const notify = useNotify();
  const isEnglish = locale === 'en';
  const tag = isEnglish ? 'en-GB' : 'zh-CN';
  return {
    /** reads again what the page shows */
    refresh: useRefresh(),
    isEnglish,
    t: <Id extends string>(id: Known<Id>, values: object = {}): string => translate(id, values),
    /** says something in passing */
    tell: <Id extends string>(id: Known<Id>, type: AlertColor, values: object = {}): void =>
      notify(id, { type, messageArgs: values }),
    /** says what a failure says */
    fail: (error: unknown): void => notify(failureOf(error).message, { type: 'error' }),
    day: (iso: string): string => new Date(iso).toLocaleDateString(tag, { dateStyle: 'medium' }),
    /** a time in the browser's time zone */
    time: (iso: string | null | undefined): string =>
      iso == null ? '' : new Date(iso).toLocaleString(tag, { dateStyle: 'medium', timeStyle: 'medium' }),
    /** how long something lasts or lasted, in a unit of which it is two at least */
    lasting: (seconds: number): string => {
      const [unit, size] = seconds < 120 ? ['second', 1] : seconds < 7_200 ? ['minute', 60] : ['hour', 3_600];
      const look = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const;
      return (seconds / size).toLocaleString(tag, look);
    },
    /** what a field of products is called */
    label: (field: string): string => translate(`resources.products.fields.${field}`, { _: field }),
    /** a name that the service has in both languages */
    nameOf: (name: { cn: string; en: string }): string => (isEnglish ? name.en : name.cn),
    /** names as one text, with the comma of the language */
    listed: (names: readonly string[]): string => names.join(isEnglish ? ', ' : '、'),
    /** what became of the products of a call */
    countsOf: (counts: Record<string, number> | null | undefined): string =>
      Object.entries(counts ?? {})
        .map(([name, count]) => `${translate(`counts.${name}`, { _: name })} ${count}`)
        .join(' · '),
    /** a source label; that of the back office is translated */
    sourceName: (source: string): string =>
      source === 'back-office' ? translate('source.back-office') : source,
  };
}

export type Desk = ReturnType<typeof useDesk>;

/** Some work that a second press does not begin again while it is under way: it gets what comes of the first. */
export function useOnce<A extends unknown[], R>(
  work: (...given: A) => Promise<R>,
): (...given: A) => Promise<R> {
  const running = useRef<Promise<R>>(undefined);
  return (...given) => (running.current ??= work(...given).finally(() => (running.current = undefined)));
}

/**
 * Some work of a form or a button, once at a time; where it takes long the bar of the page says so, and where it fails a message.
 * @returns the work, and whether it is under way
 */
export function useWork<A extends unknown[]>(
  work: (...given: A) => Promise<unknown>,
): [work: (...given: A) => void, isBusy: boolean] {
  const { fail } = useDesk();
  const once = useOnce(work);
  const { mutate, isPending } = useMutation({ mutationFn: (given: A) => once(...given), onError: fail });
  return [(...given) => mutate(given), isPending];
}

/** Whether who is signed in may do what only administrators may; false until that is known. */
export const useIsAdministrator = (): boolean => usePermissions().permissions === 'administrator';

/** Whether the screen is as narrow as a phone's. */
export const useNarrow = (): boolean => useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));

/** A time of the browser's zone, as an input has it, as an instant. */
export const toInstant = (local: string): string | null => (local ? new Date(local).toISOString() : null);

/** The rule of a field that must be filled. One for all: a form validates without end where a rule is new at each rendering. */
export const NEEDED = required();

/** A number as people read it. */
export const grouped = (number: number): string => number.toLocaleString('en');

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
  const { t } = useDesk();
  return <Mark colour={STATUS_COLOURS[status]}>{t(`status.${status}`)}</Mark>;
}

type StructureProps = { url: string | null | undefined; name: string; size: number };

/** A structure image; empty space if it cannot be loaded. */
export function Structure({ url, name, size }: StructureProps) {
  const { t } = useDesk();
  const [failed, setFailed] = useState<string>();
  const width = size <= 48 ? 96 : 256;
  if (!url || failed === url) return <Box sx={{ width: size, height: size }} />;
  return (
    <Box
      component="img"
      src={/^\/media\/\d+$/.test(url) && size <= 128 ? `${url}?w=${width}` : url}
      alt={t('product.image_of', { name })}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(url)}
      sx={{ width: size, height: size, objectFit: 'contain', bgcolor: '#fff', borderRadius: 1 }}
    />
  );
}

/** Copies a text. Over plain http browsers offer no clipboard, but still `execCommand`. */
async function copy(text: string): Promise<void> {
  const copySelection = (): void => {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  };
  if (navigator.clipboard) await navigator.clipboard.writeText(text).catch(copySelection);
  else copySelection();
}

export type IconName = keyof typeof ICONS;
/** An icon of Material Design. */
export const Icon = ({ name, ...props }: { name: IconName } & SvgIconProps) => (
  <SvgIcon {...props}>
    <path d={ICONS[name]} />
  </SvgIcon>
);

/** A small button that is an icon. @param props its label, for screen readers and the tooltip, and others of the button */
export const IconAction = ({
  icon,
  ...props
}: { label: string; icon: IconName } & Record<string, unknown>) => (
  <IconButtonWithTooltip size="small" {...props}>
    <Icon name={icon} fontSize="small" />
  </IconButtonWithTooltip>
);

/** A button that copies a text. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { tell } = useDesk();
  const act = (): void => void copy(text).then(() => tell('copied', 'info'));
  return <IconAction label={label} icon="ContentCopy" onClick={act} />;
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
  const { isEnglish } = useDesk();
  return (
    <>
      {name}
      {isEnglish ? ': ' : '：'}
      {children}
    </>
  );
}

/** What is proposed for an input, which names this list. */
export const Proposals = ({ id, of }: { id: string; of: readonly string[] }) => (
  <datalist id={id}>
    {of.map((value) => (
      <option key={value} value={value} />
    ))}
  </datalist>
);

/** A value as the catalogue has it, and below it in English. */
export const Bilingual = ({ value, english }: Record<'value' | 'english', string | null | undefined>) => (
  <>
    {value}
    <Box lang="en" sx={{ color: 'text.secondary', fontSize: 13 }}>
      {english !== value && english}
    </Box>
  </>
);

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
