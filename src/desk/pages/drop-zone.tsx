import { useState } from 'react';
import type { DragEvent } from 'react';
import { Box } from '@mui/material';
import { Icon } from './pieces.js';

/** The media types that the media library accepts, for a file dialog. */
export const IMAGES = 'image/png,image/jpeg,image/gif,image/webp,image/bmp';

const lookOf = (over: boolean, disabled: boolean) => ({
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
});

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
      sx={lookOf(over, disabled)}
    >
      <Icon name="CloudUploadOutlined" sx={{ display: 'block', mx: 'auto' }} />
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
