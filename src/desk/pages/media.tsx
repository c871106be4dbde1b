import { useState } from 'react';
import { SearchInput, useListContext } from 'react-admin';
import type { RaRecord } from 'react-admin';
import {
  Alert,
  Box,
  Button,
  Card,
  Checkbox,
  FormControlLabel,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { Link } from 'react-router-dom';
import { call, failureOf } from './call.js';
import { asChoices, choiceFilter, DropZone, IMAGES } from './inputs.js';
import { provider, upload } from './data.js';
import { OfficeDialog } from './dialogs.js';
import { CopyButton, IconAction, Lines, Progress, Structure, useDesk, useWork } from './pieces.js';
import { isPassing, useAnswer } from './reading.js';
import { OfficeList, productPath } from './records.js';

/** The media library. */
export function MediaList() {
  const { t } = useDesk();
  const { answer: groups = [] } = useAnswer<string[]>('/media-groups');
  return (
    <OfficeList
      perPage={25}
      component="div"
      filters={[
        <SearchInput key="q" source="q" alwaysOn />,
        choiceFilter('group', asChoices(groups), {
          emptyText: t('media.all_groups'),
          translateChoice: false,
        }),
      ]}
    >
      <Uploads />
      <Images />
    </OfficeList>
  );
}

/** Makes an image that of the product whose number its file is named by. */
function useAttach() {
  const { t } = useDesk();
  return async ({ name }: File, url: string): Promise<void> => {
    const id = name.replace(/\.[^.]*$/, '');
    const { data: product } = await provider.getOne('products', { id }).catch((error) => {
      throw isPassing(error) ? error : new Error(t('media.no_product', { code: id }));
    });
    const changed = { ...product, structure_url: url };
    await provider.update('products', { id, data: changed, previousData: product });
  };
}

function Uploads() {
  const { tell, refresh, t } = useDesk();
  const [group, setGroup] = useState('structures');
  const [isNamed, setNamed] = useState(false);
  const [progress, setProgress] = useState<{ done: number; all: number }>();
  const [failed, setFailed] = useState<string[]>([]);

  const attach = useAttach();
  const uploadAll = async (files: File[]): Promise<void> => {
    const failures: string[] = [];
    setFailed(failures);
    for (const [done, file] of files.entries()) {
      setProgress({ done, all: files.length });
      await upload(file, group.trim())
        .then(({ url }) => (isNamed ? attach(file, url) : undefined))
        .catch((error: unknown) =>
          failures.push(t('media.failed', { name: file.name, reason: failureOf(error).message })),
        );
    }
    setProgress(undefined);
    setFailed(failures);
    const stored = files.length - failures.length;
    if (stored > 0) tell('media.uploaded', 'success', { smart_count: stored });
    refresh();
  };
  return (
    <Stack spacing={1} sx={{ my: 2 }}>
      <DropZone
        accept={IMAGES}
        multiple
        disabled={progress !== undefined}
        onFiles={(files) => void uploadAll(files)}
        title={t('media.drop')}
        hint={t('media.hint')}
      />
      <TextField
        label={t('media.group')}
        value={group}
        onChange={(event) => setGroup(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 50 } }}
        sx={{ maxWidth: 320 }}
      />
      <FormControlLabel
        control={<Checkbox checked={isNamed} onChange={(event) => setNamed(event.target.checked)} />}
        label={t('media.attach')}
      />
      {progress && <Progress label={t('media.uploading', progress)} share={progress.done / progress.all} />}
      {failed.length > 0 && (
        <Alert severity="error" sx={{ overflowWrap: 'anywhere' }}>
          <Lines of={failed} />
        </Alert>
      )}
    </Stack>
  );
}

const COLUMNS = 'repeat(auto-fill, minmax(150px, 1fr))';
const GRID = { p: 0, m: 0, listStyle: 'none', display: 'grid', gap: 1.5, gridTemplateColumns: COLUMNS };

function Images() {
  const { data = [], isPending } = useListContext();
  const { t } = useDesk();
  if (isPending) return null;
  if (data.length === 0) return <Typography sx={{ py: 3 }}>{t('ra.navigation.no_results')}</Typography>;
  return (
    <Box component="ul" sx={GRID}>
      {data.map((image) => (
        <ImageCard key={image.id} image={image} />
      ))}
    </Box>
  );
}

function ImageCard({ image }: { image: RaRecord }) {
  const { t, refresh } = useDesk();
  const { id, url, group: before, width, height, bytes, filename, used_by: by } = image;
  const name = filename ?? url;
  const [move] = useWork(async () => {
    const group = window.prompt(t('media.move'), before)?.trim();
    if (!group || group === before) return;
    await call('POST', '/media/move', { ids: [id], group });
    refresh();
  });
  return (
    <Card component="li" sx={{ p: 1 }} variant="outlined">
      <Box sx={{ display: 'grid', placeItems: 'center' }}>
        <Structure url={url} name={name} size={120} />
      </Box>
      <Typography variant="body2" noWrap title={name}>
        {name}
      </Typography>
      <Typography variant="caption" component="div" color="text.secondary">
        {t('media.size', { width, height, kb: Math.max(1, Math.round(bytes / 1024)) })}
      </Typography>
      <Typography variant="caption" component="div" sx={{ overflowWrap: 'anywhere' }}>
        {by.first === null ? t('media.unused') : t('media.used_by')}{' '}
        {by.first !== null && <Link to={productPath(by.first)}>{by.first}</Link>}
        {by.count > 1 && ` + ${by.count - 1}`}
      </Typography>
      <Stack direction="row" sx={{ alignItems: 'center' }}>
        <Typography variant="caption" noWrap title={before} sx={{ flex: 1 }}>
          {before}
        </Typography>
        <IconAction label={t('media.move_of', { name })} icon="DriveFileMoveOutlined" onClick={move} />
        <RemoveImage id={id} name={name} />
        <CopyButton text={url} label={t('media.copy_of', { name })} />
      </Stack>
    </Card>
  );
}

/** Deletes an image. One that products show cannot be deleted: the dialog names them. */
function RemoveImage({ id, name }: { id: RaRecord['id']; name: string }) {
  const { t, refresh, tell } = useDesk();
  const [shownBy, setShownBy] = useState<{ data: string[]; total: number }>();
  const [ask] = useWork(async () => setShownBy(await call('GET', `/media/${id}/products`)));
  const [remove] = useWork(async () => {
    setShownBy(undefined);
    await provider.delete('media', { id });
    tell('media.deleted', 'info');
    refresh();
  });
  return (
    <>
      <IconAction label={t('media.delete_of', { name })} icon="DeleteOutlined" onClick={ask} />
      {shownBy && (
        <OfficeDialog
          title={t('media.delete_title')}
          onClose={() => setShownBy(undefined)}
          buttons={
            <Button color="error" disabled={shownBy.total > 0} onClick={remove}>
              {t('ra.action.delete')}
            </Button>
          }
        >
          <Box sx={{ overflowWrap: 'anywhere' }}>
            <div>{name}</div>
            {shownBy.total === 0 ? (
              t('media.delete_text')
            ) : (
              <Alert severity="warning" sx={{ my: 1 }}>
                {t('media.in_use', { smart_count: shownBy.total })}
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
