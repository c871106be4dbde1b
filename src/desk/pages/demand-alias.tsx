import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { Button, TextField } from '@mui/material';
import { inForm, OfficeDialog } from './dialogs.js';
import { useOffice, useWork } from './pieces.js';

/** The form of a CAS number. */
export const CAS = /^\d{2,7}-\d{2}-\d$/;

/** Asks which product a text is an alias of, and adds the alias. */
export function AliasOf({ text, onClose }: { text: string; onClose: (isMade: boolean) => void }) {
  const office = useOffice();
  const notify = useNotify();
  const translate = useTranslate();
  const [target, setTarget] = useState('');

  const [make] = useWork(async () => {
    const of = target.trim();
    const isOfProduct = await office.addAlias({
      text,
      kind: 'trade',
      ...(CAS.test(of) ? { cas: of } : { code: of }),
    });
    notify(isOfProduct ? 'office.demand.alias_made' : 'office.alias.of_none', {
      type: isOfProduct ? 'success' : 'warning',
      messageArgs: { text, target: of },
    });
    onClose(isOfProduct);
  });
  return (
    <OfficeDialog
      title={translate('office.demand.alias_of', { text })}
      onClose={() => onClose(false)}
      buttons={
        <Button type="submit" variant="contained" disabled={target.trim() === ''}>
          {translate('office.demand.make_alias')}
        </Button>
      }
      wrap={inForm(make)}
    >
      <TextField
        autoFocus
        fullWidth
        label={translate('office.demand.target')}
        value={target}
        onChange={(event) => setTarget(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 40 } }}
        sx={{ mt: 1 }}
      />
    </OfficeDialog>
  );
}
