import { useEffect, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import {
  Confirm,
  useDataProvider,
  useDelete,
  useLocale,
  useNotify,
  useRecordContext,
  useRefresh,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { Box, Button, Chip, IconButton, Tooltip, useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material';
import CopyIcon from '@mui/icons-material/ContentCopy';
import UploadIcon from '@mui/icons-material/CloudUploadOutlined';
import type { OfficeData } from './data.js';

/** The way to the service, with all that our pages need. */
export const useOffice = (): OfficeData => useDataProvider<OfficeData>();

/** Whether the page is on a phone. */
export const useNarrow = (): boolean => useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));

/** Times in the language of the page and the zone of the reader. */
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

/** A time of the record. */
export function Time({ source }: { source: string; label?: string }) {
  const record = useRecordContext();
  const time = useTime();
  return <span>{time(record?.[source] as string | null)}</span>;
}

/** The day of a time of the record; the whole of it as a tooltip. */
export function Day({ source }: { source: string; label?: string }) {
  const record = useRecordContext();
  const locale = useLocale();
  const time = useTime();
  const iso = record?.[source] as string | null | undefined;
  if (iso == null) return null;
  const day = new Date(iso).toLocaleDateString(locale === 'en' ? 'en-GB' : 'zh-CN');
  return (
    <time dateTime={iso} title={time(iso)} style={{ whiteSpace: 'nowrap' }}>
      {day}
    </time>
  );
}

const STATUS_COLOURS: Record<string, { color: string; bgcolor: string }> = {
  in_stock: { color: '#0d4d22', bgcolor: '#d6f0de' },
  futures: { color: '#123f70', bgcolor: '#dbe9f8' },
  custom: { color: '#5b3b00', bgcolor: '#fbe9c6' },
  off: { color: '#444', bgcolor: '#e4e4e4' },
};

/** The stock status of a product. */
export function StatusChip({ status }: { status: string }) {
  const translate = useTranslate();
  return <Chip size="small" label={translate(`office.status.${status}`)} sx={STATUS_COLOURS[status] ?? {}} />;
}

/** A source label; that of the back office by its name in the page's language. */
export function useSourceName(): (source: string) => string {
  const translate = useTranslate();
  return (source) => (source === 'back-office' ? translate('office.source.back-office') : source);
}

/** A structure image; nothing where it cannot be loaded. */
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

/** Copies a text. Where the browser gives no clipboard (plain http), by the older way. */
export function useCopy(): (text: string) => void {
  const notify = useNotify();
  return (text) => {
    const older = (): void => {
      const area = document.createElement('textarea');
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    };
    const copying = navigator.clipboard
      ? navigator.clipboard.writeText(text).catch(older)
      : Promise.resolve(older());
    void copying.then(() => notify('office.copied', { type: 'info' }));
  };
}

/** A button that copies a text. @param label what it says to screen readers, or as a tooltip */
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
 * A button that deletes the record of the list it stands in, once a question was answered.
 * @param word what the button says, and the answer that deletes
 * @param label what the button says to screen readers: it names the record
 */
export function RemoveAfterQuestion({
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
  const notify = useNotify();
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);
  const resource = useResourceContext();
  const [remove] = useDelete();
  const answered = (): void => {
    setAsking(false);
    void remove(
      resource,
      { id: record?.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => refresh(),
        onError: (error) => notify((error as Error).message, { type: 'error' }),
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
        onConfirm={answered}
        onClose={() => setAsking(false)}
        confirm={word}
      />
    </>
  );
}

/** The images that the media library takes, for a file dialog. */
export const IMAGES = 'image/png,image/jpeg,image/gif,image/webp,image/bmp';

/** A place to drop files on, which is a button that chooses them too. */
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
        bgcolor: over ? '#dff0f2' : '#fff',
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

/** Does something now and again every few ms, while the page is shown. */
export function useEvery(ms: number, act: () => void): void {
  useEffect(() => {
    act();
    const timer = setInterval(() => document.visibilityState === 'visible' && act(), ms);
    return () => clearInterval(timer);
    // The act is the page's own and never changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ms]);
}

/** A heading and what stands under it. */
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
