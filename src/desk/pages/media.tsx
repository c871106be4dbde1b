import { useState } from 'react';
import { SelectInput, SearchInput, useListContext, useNotify, useRefresh, useTranslate } from 'react-admin';
import {
  Alert,
  Box,
  Button,
  Card,
  Checkbox,
  FormControlLabel,
  LinearProgress,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { Link } from 'react-router-dom';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined';
import { failureOf } from './call.js';
import { OfficeDialog } from './dialogs.js';
import { DropZone, IMAGES } from './drop-zone.js';
import {
  CopyButton,
  IconAction,
  Lines,
  Progress,
  Structure,
  useOffice,
  useWork,
  useWords,
} from './pieces.js';
import { isPassing, useAnswer } from './reading.js';
import { OfficeList, productPath } from './records.js';

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
  const { answer: groups = [] } = useAnswer<string[]>('/media-groups');
  return (
    <OfficeList
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
      <Uploads />
      <Images />
    </OfficeList>
  );
}

/** Makes an image that of the product whose number its file is named by. */
function useAttach() {
  const office = useOffice();
  const t = useWords('media');
  return async ({ name }: File, url: string): Promise<void> => {
    const id = name.replace(/\.[^.]*$/, '');
    const { data } = await office.getOne('products', { id }).catch((error) => {
      throw isPassing(error) ? error : new Error(t('no_product', { code: id }));
    });
    await office.update('products', { id, data: { ...data, structure_url: url }, previousData: data });
  };
}

function Uploads() {
  const office = useOffice();
  const notify = useNotify();
  const refresh = useRefresh();
  const t = useWords('media');
  const [group, setGroup] = useState('structures');
  const [isNamed, setNamed] = useState(false);
  const [progress, setProgress] = useState<{ done: number; all: number }>();
  const [failed, setFailed] = useState<string[]>([]);

  const attach = useAttach();
  const upload = async (files: File[]): Promise<void> => {
    const failures: string[] = [];
    setFailed(failures);
    for (const [done, file] of files.entries()) {
      setProgress({ done, all: files.length });
      await office
        .upload(file, group.trim())
        .then(({ url }) => (isNamed ? attach(file, url) : undefined))
        .catch((error: unknown) =>
          failures.push(t('failed', { name: file.name, reason: failureOf(error).message })),
        );
    }
    setProgress(undefined);
    setFailed(failures);
    const stored = files.length - failures.length;
    if (stored > 0) notify(t('uploaded', { smart_count: stored }), { type: 'success' });
    refresh();
  };
  return (
    <Stack spacing={1} sx={{ my: 2 }}>
      <DropZone
        accept={IMAGES}
        multiple
        disabled={progress !== undefined}
        onFiles={(files) => void upload(files)}
        title={t('drop')}
        hint={t('hint')}
      />
      <TextField
        size="small"
        label={t('group')}
        value={group}
        onChange={(event) => setGroup(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 50 } }}
        sx={{ maxWidth: 320 }}
      />
      <FormControlLabel
        control={<Checkbox checked={isNamed} onChange={(event) => setNamed(event.target.checked)} />}
        label={t('attach')}
      />
      {progress && <Progress label={t('uploading', progress)} share={progress.done / progress.all} />}
      {failed.length > 0 && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          <Lines of={failed} />
        </Alert>
      )}
    </Stack>
  );
}

function Images() {
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
        <ImageCard key={image.id} image={image} />
      ))}
    </Box>
  );
}

function ImageCard({ image }: { image: Image }) {
  const t = useWords('media');
  const office = useOffice();
  const refresh = useRefresh();
  const name = image.filename ?? image.url;
  const [move] = useWork(async () => {
    const group = window.prompt(t('move'), image.group)?.trim();
    if (!group || group === image.group) return;
    await office.call('POST', '/media/move', { ids: [image.id], group });
    refresh();
  });
  const { width, height, bytes } = image;
  return (
    <Card component="li" sx={{ p: 1 }} variant="outlined">
      <Box sx={{ display: 'grid', placeItems: 'center' }}>
        <Structure url={image.url} name={name} size={120} />
      </Box>
      <Typography variant="body2" noWrap title={name}>
        {name}
      </Typography>
      <Typography variant="caption" component="div" color="text.secondary">
        {t('size', { width, height, kb: Math.max(1, Math.round(bytes / 1024)) })}
      </Typography>
      <Stack direction="row" sx={{ alignItems: 'center' }}>
        <Typography variant="caption" noWrap sx={{ flex: 1 }}>
          {image.group}
        </Typography>
        <IconAction label={t('move_of', { name })} icon={MoveIcon} onClick={move} />
        <RemoveImage image={image} name={name} />
        <CopyButton text={image.url} label={t('copy_of', { name })} />
      </Stack>
    </Card>
  );
}

/** Deletes an image. One that products show cannot be deleted: the dialog names them. */
function RemoveImage({ image, name }: { image: Image; name: string }) {
  const translate = useTranslate();
  const t = useWords('media');
  const office = useOffice();
  const refresh = useRefresh();
  const notify = useNotify();
  const [shownBy, setShownBy] = useState<{ data: string[]; total: number }>();
  const [ask] = useWork(async () => setShownBy(await office.call('GET', `/media/${image.id}/products`)));
  const [remove] = useWork(async () => {
    setShownBy(undefined);
    await office.delete('media', { id: image.id });
    notify(t('deleted'), { type: 'info' });
    refresh();
  });
  const word = translate('ra.action.delete');
  return (
    <>
      <IconAction label={t('delete_of', { name })} icon={DeleteIcon} onClick={ask} />
      {shownBy && (
        <OfficeDialog
          title={t('delete_title')}
          onClose={() => setShownBy(undefined)}
          buttons={
            <Button color="error" disabled={shownBy.total > 0} onClick={remove}>
              {word}
            </Button>
          }
        >
          <Box sx={{ overflowWrap: 'anywhere' }}>
            <div>{name}</div>
            {shownBy.total === 0 ? (
              t('delete_text')
            ) : (
              <Alert severity="warning" sx={{ my: 1 }}>
                {t('in_use', { smart_count: shownBy.total })}
              </Alert>
            )}
            {shownBy.data.map((code) => (
              <div key={code}>
                <Link to={productPath(code)}>{code}</Link>
              </div>
            ))}
            {shownBy.total > shownBy.data.length && '…'}
          </Box>
        </OfficeDialog>
      )}
    </>
  );
}
