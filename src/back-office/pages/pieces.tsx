import { useCallback, useEffect, useRef, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import {
  Confirm,
  useDataProvider,
  useDelete,
  useEditContext,
  useLocale,
  useNotify,
  usePermissions,
  useRecordContext,
  useRefresh,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import {
  Alert,
  Box,
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  LinearProgress,
  Stack,
  Tooltip,
  useMediaQuery,
} from '@mui/material';
import type { Theme } from '@mui/material';
import CopyIcon from '@mui/icons-material/ContentCopy';
import UploadIcon from '@mui/icons-material/CloudUploadOutlined';
import { failureOf } from './call.js';
import type { OfficeData } from './data.js';

/** Says what a failure says. It stays the same function, for the effects that call it. */
export function useFail(): (error: unknown) => void {
  const notify = useNotify();
  return useCallback((error) => notify(failureOf(error).message, { type: 'error' }), [notify]);
}

/**
 * What a call gives; undefined until it has. It is asked once: a timer would keep an absent person signed in.
 * @param options.isQuiet says nothing of a failure: something else on the page reports that the service is down
 */
export function useAnswer<T>(ask: () => Promise<T>, { isQuiet = false } = {}): T | undefined {
  const fail = useFail();
  const [answer, setAnswer] = useState<T>();
  useEffect(() => {
    ask().then(setAnswer, isQuiet ? () => {} : fail);
    // `ask` is new at each rendering and does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return answer;
}

/** Some work that a second press does not begin again while it is under way: it gets what comes of the first. */
export function useOnce<A extends unknown[], R>(
  work: (...given: A) => Promise<R>,
): (...given: A) => Promise<R> {
  const running = useRef<Promise<R>>(undefined);
  return (...given) => (running.current ??= work(...given).finally(() => (running.current = undefined)));
}

/** The API client. */
export const useOffice = (): OfficeData => useDataProvider<OfficeData>();

/**
 * A form once its record has come. At first react-admin gives what a list knew of it, and replaces that, and with it what
 * somebody has typed by then.
 */
export function WhenFetched({ children }: { children: ReactNode }) {
  const { isFetching } = useEditContext();
  const [hasCome, setHasCome] = useState(!isFetching);
  if (!isFetching && !hasCome) setHasCome(true);
  return hasCome ? children : <LinearProgress aria-hidden />;
}

/** Whether who is signed in may do what only administrators may; false until that is known. */
export const useIsAdministrator = (): boolean => usePermissions().permissions === 'administrator';

/** Whether the screen is as narrow as a phone's. */
export const useNarrow = (): boolean => useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));

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

/** A time field of the record. */
export function Time({ source }: { source: string; label?: string }) {
  const record = useRecordContext();
  const time = useTime();
  return <span>{time(record?.[source])}</span>;
}

/** The date of a time field of the record, with the full time as a tooltip. */
export function Day({ source }: { source: string; label?: string }) {
  const record = useRecordContext();
  const locale = useLocale();
  const time = useTime();
  const iso: string | null | undefined = record?.[source];
  if (iso == null) return null;
  const day = new Date(iso).toLocaleDateString(locale === 'en' ? 'en-GB' : 'zh-CN');
  return (
    <time dateTime={iso} title={time(iso)} style={{ whiteSpace: 'nowrap' }}>
      {day}
    </time>
  );
}

/** Colours of chips. */
export const COLOURS = {
  green: { color: '#0d4d22', bgcolor: '#d6f0de' },
  blue: { color: '#123f70', bgcolor: '#dbe9f8' },
  amber: { color: '#5b3b00', bgcolor: '#fbe9c6' },
  grey: { color: '#444', bgcolor: '#e4e4e4' },
};

const STATUS_COLOURS: Record<string, object> = {
  in_stock: COLOURS.green,
  futures: COLOURS.blue,
  custom: COLOURS.amber,
  off: COLOURS.grey,
};

/** The stock status of a product. */
export function StatusChip({ status }: { status: string }) {
  const translate = useTranslate();
  return <Chip size="small" label={translate(`office.status.${status}`)} sx={STATUS_COLOURS[status] ?? {}} />;
}

/** A source label; that of the back office is translated. */
export function useSourceName(): (source: string) => string {
  const translate = useTranslate();
  return (source) => (source === 'back-office' ? translate('office.source.back-office') : source);
}

/** A structure image; empty space if it cannot be loaded. */
export function Structure({
  url,
  name,
  size,
}: {
  url: string | null | undefined;
  name: string;
  size: number;
}) {
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

/** A button that copies a text. @param label for screen readers and the tooltip */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = useCopy();
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={() => copy(text)}>
        <CopyIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}

/**
 * A button that deletes the record of its list after a confirmation.
 * @param word text of the button, and of the one that confirms
 * @param label for screen readers: it names the record
 */
export function ConfirmedDeleteButton({
  word,
  label,
  title,
  text,
}: {
  word: string;
  label: string;
  title: string;
  text: string;
}) {
  const record = useRecordContext();
  const fail = useFail();
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);
  const resource = useResourceContext();
  const [remove] = useDelete();
  const confirmed = (): void => {
    setAsking(false);
    void remove(
      resource,
      { id: record?.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => refresh(),
        onError: fail,
      },
    );
  };
  return (
    <>
      <Button size="small" color="error" aria-label={label} onClick={() => setAsking(true)}>
        {word}
      </Button>
      <Confirm
        isOpen={asking}
        title={title}
        content={text}
        onConfirm={confirmed}
        onClose={() => setAsking(false)}
        confirm={word}
      />
    </>
  );
}

/** The media types that the media library accepts, for a file dialog. */
export const IMAGES = 'image/png,image/jpeg,image/gif,image/webp,image/bmp';

/** An area to drop files on; a click opens the file dialog. */
export function DropZone({
  accept,
  multiple = false,
  disabled = false,
  onFiles,
  title,
  hint,
}: {
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  title: string;
  hint: string;
}) {
  const [over, setOver] = useState(false);
  const choose = (list: FileList | null): void => {
    const files = [...(list ?? [])];
    if (files.length > 0 && !disabled) onFiles(multiple ? files : files.slice(0, 1));
  };
  const drag = (event: DragEvent, inside: boolean): void => {
    event.preventDefault();
    setOver(inside);
  };
  return (
    <Box
      component="label"
      onDragOver={(event) => drag(event, true)}
      onDragLeave={(event) => drag(event, false)}
      onDrop={(event) => {
        drag(event, false);
        choose(event.dataTransfer.files);
      }}
      sx={{
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
        cursor: disabled ? 'default' : 'pointer',
        opacity: disabled ? 0.5 : 1,
        bgcolor: over ? 'action.selected' : 'background.paper',
        '&:focus-within': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      <UploadIcon sx={{ display: 'block', mx: 'auto' }} />
      <span>{title}</span>
      <Box component="span" sx={{ display: 'block', fontSize: 13, color: 'text.secondary' }}>
        {hint}
      </Box>
      <input
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-label={title}
        style={{ position: 'absolute', width: 1, height: 1, opacity: 0 }}
        onChange={(event) => {
          choose(event.target.files);
          event.target.value = '';
        }}
      />
    </Box>
  );
}

/** Nobody is there who has not touched anything for so long, ms. */
const ABSENT_MS = 600_000;
const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

/**
 * Calls `act` at once, and then every `ms` while the page is visible and somebody is there: each call keeps the session open,
 * which ends after two hours without use.
 */
export function usePolling(ms: number, act: () => void): void {
  useEffect(() => {
    act();
    let touchedAt = Date.now();
    const touch = (): void => void (touchedAt = Date.now());
    for (const event of TOUCHES) addEventListener(event, touch, { passive: true });
    const isSeen = (): boolean =>
      document.visibilityState === 'visible' && Date.now() - touchedAt < ABSENT_MS;
    const timer = setInterval(() => isSeen() && act(), ms);
    return () => {
      clearInterval(timer);
      for (const event of TOUCHES) removeEventListener(event, touch);
    };
    // `act` is new at each rendering and does the same: it must not restart the timer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ms]);
}

/** A heading with its content. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Box component="h2" sx={{ fontSize: 17, fontWeight: 600, mb: 1 }}>
        {title}
      </Box>
      {children}
    </Box>
  );
}

/** Shows a new secret: it cannot be shown again. */
export function SecretDialog({
  title,
  warning,
  secret,
  testId,
  onClose,
}: {
  title: string;
  warning: string;
  secret: string;
  testId: string;
  onClose: () => void;
}) {
  const translate = useTranslate();
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby="secret-title">
      <DialogTitle id="secret-title" sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent>
        <Alert severity="warning">{warning}</Alert>
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center', mt: 2 }}>
          <Box component="code" data-testid={testId} sx={{ overflowWrap: 'anywhere', fontSize: 15 }}>
            {secret}
          </Box>
          <CopyButton text={secret} label={translate('office.copy')} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {translate('office.key.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
