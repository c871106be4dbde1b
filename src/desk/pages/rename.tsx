import { useState } from 'react';
import { TextInput } from 'react-admin';
import { Alert, Button, Checkbox, FormControlLabel } from '@mui/material';
import type { BulkCount } from '../../catalogue/bulk/bulk.js';
import { DEFAULT_CATEGORY } from '../../catalogue/products/fields.js';
import type { TermKind } from '../../catalogue/terms/term.js';
import { useBulkEdit, Will } from './bulk.js';
import { FormDialog } from './dialogs.js';
import { grouped, NEEDED, useDesk } from './pieces.js';
import type { Desk } from './pieces.js';

const LONGEST: Record<TermKind, number> = { category: 50, series: 50, tag: 300 };

interface Renamed {
  kind: TermKind;
  value: string;
  /** is given the number of the bulk edit */
  onBegun: (id: number) => void;
}

/**
 * Renames a category, a series or a tag in all products: first it shows how many, and whether the new name exists.
 * The default category keeps its name: products without a category get it.
 */
export function RenameButton({ onBegun, ...renamed }: Renamed) {
  const { t } = useDesk();
  const [open, setOpen] = useState(false);
  const label = t('bulk.rename_of', { name: renamed.value });
  if (renamed.kind === 'category' && renamed.value === DEFAULT_CATEGORY) return null;
  const begun = (id: number): void => {
    setOpen(false);
    onBegun(id);
  };
  return (
    <>
      <Button size="small" aria-label={label} onClick={() => setOpen(true)}>
        {t('bulk.rename')}
      </Button>
      {open && <RenameDialog {...renamed} label={label} onClose={() => setOpen(false)} onBegun={begun} />}
    </>
  );
}

/** What should be thought of before. */
function warningsOf(
  { merges, too_long: tooLong = 0, profiles = [] }: Partial<BulkCount> = {},
  name: string,
  t: Desk['t'],
): string[] {
  return [
    tooLong > 0 && t('bulk.too_long', { count: grouped(tooLong) }),
    profiles.length > 0 && t('bulk.profiles', { names: profiles.join(', ') }),
    merges &&
      t('bulk.merges', {
        name,
        count: grouped(merges.products),
        smart_count: merges.products,
      }),
  ].flatMap((text) => text || []);
}

function RenameDialog({
  kind,
  value,
  label,
  onClose,
  onBegun,
}: Renamed & { label: string; onClose: () => void }) {
  const { t } = useDesk();
  const { count, ask, begin, back } = useBulkEdit(onBegun);
  const [name, setName] = useState(value);
  const [merge, setMerge] = useState(false);
  const submit = async ({ renamed }: { renamed: string }): Promise<void> => {
    if (count) return begin();
    setName(renamed.trim());
    if (renamed.trim() !== value) await ask({ rename: { kind, from: value, to: renamed.trim() } });
  };
  const { merges, total = 0 } = count ?? {};
  const hint = t('bulk.rename_hint');
  return (
    <FormDialog
      title={label}
      width="sm"
      onClose={onClose}
      submit={submit}
      defaults={{ renamed: value }}
      buttons={
        <Button type="submit" variant="contained" disabled={merges !== undefined && !merge}>
          {t(count ? 'bulk.rename_start' : 'bulk.next')}
        </Button>
      }
    >
      <TextInput
        source="renamed"
        label={t('bulk.new_name')}
        autoFocus
        validate={NEEDED}
        helperText={kind === 'category' ? `${hint} ${t('bulk.category_hint')}` : hint}
        onChange={() => {
          setMerge(false);
          back();
        }}
        slotProps={{ htmlInput: { maxLength: LONGEST[kind] } }}
      />
      {count && <Will total={total} />}
      {warningsOf(count, name, t).map((text) => (
        <Alert key={text} severity="warning" sx={{ mt: 1 }}>
          {text}
        </Alert>
      ))}
      {merges && (
        <FormControlLabel
          control={<Checkbox checked={merge} onChange={(event) => setMerge(event.target.checked)} />}
          label={t('bulk.merge')}
        />
      )}
    </FormDialog>
  );
}
