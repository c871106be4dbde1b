import { useState } from 'react';
import type { FormEvent } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useFail, useOffice } from './pieces.js';

const CAS = /^\d{2,7}-\d{2}-\d$/;

/** Asks which product a text is an alias of, and adds the alias. */
export function AliasOf({ text, onClose }: { text: string; onClose: (isMade: boolean) => void }) {
  const office = useOffice();
  const notify = useNotify();
  const fail = useFail();
  const translate = useTranslate();
  const [target, setTarget] = useState('');
  const title = translate('office.demand.alias_of', { text });

  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const of = target.trim();
    try {
      await office.addAlias({ text, kind: 'trade', ...(CAS.test(of) ? { cas: of } : { code: of }) });
      notify('office.demand.alias_made', { type: 'success', messageArgs: { text, target: of } });
      onClose(true);
    } catch (error) {
      fail(error);
    }
  };
  return (
    <Dialog open onClose={() => onClose(false)} aria-label={title} fullWidth maxWidth="xs">
      <form onSubmit={(event) => void make(event)}>
        <DialogTitle sx={{ overflowWrap: 'anywhere' }}>{title}</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            label={translate('office.demand.target')}
            value={target}
            onChange={(event) => setTarget(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 40 } }}
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => onClose(false)}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={target.trim() === ''}>
            {translate('office.demand.make_alias')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
