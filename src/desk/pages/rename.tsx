import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Alert, Box, Button, Checkbox, FormControlLabel, TextField } from '@mui/material';
import type { BulkCount } from '../../catalogue/bulk/bulk.js';
import { DEFAULT_CATEGORY } from '../../catalogue/products/fields.js';
import type { TermKind } from '../../catalogue/terms/term.js';
import { grouped, useBulkEdit, Will } from './bulk.js';
import { inForm, OfficeDialog } from './dialogs.js';

const LONGEST: Record<TermKind, number> = { category: 50, series: 50, tag: 300 };

/**
 * Renames a category, a series or a tag in all products: first it shows how many, and whether the new name exists.
 * The default category keeps its name: products without a category get it.
 * @param onBegun is given the number of the bulk edit
 */
export function RenameButton({
  kind,
  value,
  onBegun,
}: {
  kind: TermKind;
  value: string;
  onBegun: (id: number) => void;
}) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const label = translate('office.bulk.rename_of', { name: value });
  if (kind === 'category' && value === DEFAULT_CATEGORY) return null;
  return (
    <>
      <Button size="small" aria-label={label} onClick={() => setOpen(true)}>
        {translate('office.bulk.rename')}
      </Button>
      {open && (
        <RenameDialog
          {...{ kind, value, label }}
          onClose={() => setOpen(false)}
          onBegun={(id) => {
            setOpen(false);
            onBegun(id);
          }}
        />
      )}
    </>
  );
}

function RenameDialog({
  kind,
  value,
  label,
  onClose,
  onBegun,
}: {
  kind: TermKind;
  value: string;
  label: string;
  onClose: () => void;
  onBegun: (id: number) => void;
}) {
  const translate = useTranslate();
  const { count, ask, begin, back } = useBulkEdit(onBegun);
  const [name, setName] = useState(value);
  const [merge, setMerge] = useState(false);
  const wanted = name.trim();
  return (
    <OfficeDialog
      title={label}
      width="sm"
      onClose={onClose}
      wrap={inForm(() => (count ? begin() : ask({ rename: { kind, from: value, to: wanted } })))}
      buttons={
        count ? (
          <Button type="submit" variant="contained" disabled={count.merges !== undefined && !merge}>
            {translate('office.bulk.rename_start')}
          </Button>
        ) : (
          <Button type="submit" variant="contained" disabled={wanted === '' || wanted === value}>
            {translate('office.bulk.next')}
          </Button>
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <TextField
          autoFocus
          fullWidth
          margin="dense"
          label={translate('office.bulk.new_name')}
          helperText={[
            translate('office.bulk.rename_hint'),
            kind === 'category' ? translate('office.bulk.category_hint') : '',
          ].join(' ')}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setMerge(false);
            back();
          }}
          slotProps={{ htmlInput: { maxLength: LONGEST[kind] } }}
        />
        {count && <Told count={count} name={wanted} />}
        {count?.merges && (
          <FormControlLabel
            control={<Checkbox checked={merge} onChange={(event) => setMerge(event.target.checked)} />}
            label={translate('office.bulk.merge')}
          />
        )}
      </Box>
    </OfficeDialog>
  );
}

/** What a rename would do. */
function Told({ count, name }: { count: BulkCount; name: string }) {
  const translate = useTranslate();
  const { total, too_long: tooLong, merges, profiles = [] } = count;
  return (
    <>
      <Will total={total} />
      {tooLong > 0 && (
        <Alert severity="warning">{translate('office.bulk.too_long', { count: grouped(tooLong) })}</Alert>
      )}
      {profiles.length > 0 && (
        <Alert severity="warning">{translate('office.bulk.profiles', { names: profiles.join(', ') })}</Alert>
      )}
      {merges && (
        <Alert severity="warning">
          {translate('office.bulk.merges', {
            name,
            count: grouped(merges.products),
            smart_count: merges.products,
          })}
        </Alert>
      )}
    </>
  );
}
