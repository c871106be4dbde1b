import { useState } from 'react';
import {
  SelectInput,
  SearchInput,
  useCreatePath,
  useListContext,
  useNotify,
  useRefresh,
  useTranslate,
} from 'react-admin';
import {
  Alert,
  Box,
  Button,
  Card,
  IconButton,
  LinearProgress,
  Stack,
  TextField,
  Tooltip,
  Typography,
} from '@mui/material';
import { Link } from 'react-router-dom';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined';
import { failureOf } from './call.js';
import { OfficeDialog } from './dialogs.js';
import { DropZone, IMAGES } from './drop-zone.js';
import { CopyButton, Structure, useFail, useOffice } from './pieces.js';
import { isPassing, useReading } from './reading.js';
import { OfficeList } from './records.js';

interface Image {
  id: number;
  url: string;
  group: string;
  filename: string | null;
  bytes: number;
  width: number;
  height: number;
}

/** The media library. */
export function MediaList() {
  const office = useOffice();
  const { answer: groups = [], again: readGroups } = useReading(() => office.mediaGroups());
  return (
    <OfficeList
      actions={false}
      perPage={25}
      component="div"
      filters={[
        <SearchInput key="q" source="q" alwaysOn />,
        <SelectInput
          key="group"
          source="group"
          alwaysOn
          translateChoice={false}
          emptyText="office.media.all_groups"
          choices={groups.map((id) => ({ id, name: id }))}
        />,
      ]}
    >
      <Uploads onDone={readGroups} />
      <Images onMoved={readGroups} />
    </OfficeList>
  );
}

function Uploads({ onDone }: { onDone: () => void }) {
  const office = useOffice();
  const notify = useNotify();
  const refresh = useRefresh();
  const translate = useTranslate();
  const [group, setGroup] = useState('structures');
  const [progress, setProgress] = useState<{ done: number; all: number }>();
  const [failed, setFailed] = useState<FailedUpload[]>([]);

  const upload = async (files: File[]): Promise<void> => {
    const failures: FailedUpload[] = [];
    setFailed(failures);
    for (const [done, file] of files.entries()) {
      setProgress({ done, all: files.length });
      try {
        await office.upload(file, group.trim());
      } catch (failure) {
        failures.push({ file, failure });
      }
    }
    setProgress(undefined);
    setFailed(failures);
    const stored = files.length - failures.length;
    if (stored > 0)
      notify('office.media.uploaded', { type: 'success', messageArgs: { smart_count: stored } });
    refresh();
    onDone();
  };
  return (
    <Stack spacing={1} sx={{ my: 2 }}>
      <DropZone
        accept={IMAGES}
        multiple
        disabled={progress !== undefined}
        onFiles={(files) => void upload(files)}
        title={translate('office.media.drop')}
        hint={translate('office.media.hint')}
      />
      <TextField
        size="small"
        label={translate('office.media.group')}
        value={group}
        onChange={(event) => setGroup(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 50 } }}
        sx={{ maxWidth: 320 }}
      />
      {progress && (
        <Box role="status">
          {translate('office.media.uploading', progress)}
          <LinearProgress
            variant="determinate"
            value={(100 * progress.done) / progress.all}
            aria-label={translate('office.media.uploading', progress)}
          />
        </Box>
      )}
      {failed.length > 0 && <FailedUploads failed={failed} onAgain={(files) => void upload(files)} />}
    </Stack>
  );
}

interface FailedUpload {
  file: File;
  failure: unknown;
}

/** What was not uploaded, and why, until something else is; what may have failed in passing is tried again. */
function FailedUploads({ failed, onAgain }: { failed: FailedUpload[]; onAgain: (files: File[]) => void }) {
  const translate = useTranslate();
  const passing = failed.flatMap(({ file, failure }) => (isPassing(failure) ? [file] : []));
  return (
    <Alert
      severity="error"
      action={
        passing.length > 0 && (
          <Button onClick={() => onAgain(passing)}>{translate('office.try_again')}</Button>
        )
      }
    >
      {failed.map(({ file: { name }, failure }, i) => (
        <Box key={i} sx={{ overflowWrap: 'anywhere' }}>
          {translate('office.media.failed', { name, reason: failureOf(failure).message })}
        </Box>
      ))}
    </Alert>
  );
}

function Images({ onMoved }: { onMoved: () => void }) {
  const { data = [], isPending } = useListContext<Image>();
  const translate = useTranslate();
  if (isPending) return <LinearProgress aria-label={translate('ra.page.loading')} sx={{ mt: 2 }} />;
  if (data.length === 0) return <Typography sx={{ py: 3 }}>{translate('office.empty')}</Typography>;
  return (
    <Box
      component="ul"
      sx={{
        p: 0,
        m: 0,
        listStyle: 'none',
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
      }}
    >
      {data.map((image) => (
        <ImageCard key={image.id} image={image} onMoved={onMoved} />
      ))}
    </Box>
  );
}

function ImageCard({ image, onMoved }: { image: Image; onMoved: () => void }) {
  const translate = useTranslate();
  const office = useOffice();
  const refresh = useRefresh();
  const fail = useFail();
  const name = image.filename ?? image.url;

  const move = (): void => {
    const group = window.prompt(translate('office.media.move'), image.group)?.trim();
    if (!group || group === image.group) return;
    office.moveMedia([image.id], group).then(() => {
      refresh();
      onMoved();
    }, fail);
  };
  return (
    <Card component="li" sx={{ p: 1 }} variant="outlined">
      <Box sx={{ display: 'grid', placeItems: 'center' }}>
        <Structure url={image.url} name={name} size={120} />
      </Box>
      <Typography variant="body2" noWrap title={name}>
        {name}
      </Typography>
      <Typography variant="caption" component="div" color="text.secondary">
        {translate('office.media.size', {
          width: image.width,
          height: image.height,
          kb: Math.max(1, Math.round(image.bytes / 1024)),
        })}
      </Typography>
      <Stack direction="row" sx={{ alignItems: 'center' }}>
        <Typography variant="caption" noWrap sx={{ flex: 1 }}>
          {image.group}
        </Typography>
        <Tooltip title={translate('office.media.move')}>
          <IconButton size="small" aria-label={translate('office.media.move_of', { name })} onClick={move}>
            <MoveIcon fontSize="small" />
          </IconButton>
        </Tooltip>
        <RemoveImage image={image} name={name} onRemoved={onMoved} />
        <CopyButton text={image.url} label={translate('office.media.copy_of', { name })} />
      </Stack>
    </Card>
  );
}

/** Deletes an image. One that products show cannot be deleted: the dialog names them. */
function RemoveImage({ image, name, onRemoved }: { image: Image; name: string; onRemoved: () => void }) {
  const translate = useTranslate();
  const office = useOffice();
  const refresh = useRefresh();
  const notify = useNotify();
  const fail = useFail();
  const createPath = useCreatePath();
  const [shownBy, setShownBy] = useState<{ data: string[]; total: number }>();
  const close = (): void => setShownBy(undefined);

  const remove = (): void => {
    close();
    office.delete('media', { id: image.id }).then(() => {
      notify('office.media.deleted', { type: 'info' });
      refresh();
      onRemoved();
    }, fail);
  };
  const label = translate('office.media.delete_of', { name });
  return (
    <>
      <Tooltip title={translate('ra.action.delete')}>
        <IconButton
          size="small"
          aria-label={label}
          onClick={() => void office.productsShowing(image.id).then(setShownBy, fail)}
        >
          <DeleteIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {shownBy && (
        <OfficeDialog
          title={translate('office.media.delete_title')}
          onClose={close}
          buttons={
            <Button color="error" disabled={shownBy.total > 0} onClick={remove}>
              {translate('ra.action.delete')}
            </Button>
          }
        >
          <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
          {shownBy.total === 0 ? (
            translate('office.media.delete_text')
          ) : (
            <>
              <Alert severity="warning" sx={{ my: 1 }}>
                {translate('office.media.in_use', { smart_count: shownBy.total })}
              </Alert>
              {shownBy.data.map((code) => (
                <Box key={code} sx={{ overflowWrap: 'anywhere' }}>
                  <Link to={createPath({ resource: 'products', type: 'edit', id: code })}>{code}</Link>
                </Box>
              ))}
              {shownBy.total > shownBy.data.length && '…'}
            </>
          )}
        </OfficeDialog>
      )}
    </>
  );
}
