import { useState } from 'react';
import type { FormEvent } from 'react';
import { Title, useNotify, useTranslate } from 'react-admin';
import { Alert, Box, Button, Card, Stack, TextField } from '@mui/material';
import { failureOf } from './call.js';
import { useOffice } from './pieces.js';

/** Changes the password of who is signed in. */
export function AccountPage() {
  const office = useOffice();
  const translate = useTranslate();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Record<string, string>>({});

  const change = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = (name: string): string => {
      const value = new FormData(form).get(name);
      return typeof value === 'string' ? value : '';
    };
    if (text('wanted') !== text('again')) {
      setFaults({ again: translate('office.account.differ') });
      return;
    }
    setBusy(true);
    setFaults({});
    try {
      await office.changePassword(text('current'), text('wanted'));
      form.reset();
      notify('office.account.changed', { type: 'success' });
    } catch (error) {
      const { message, errors } = failureOf(error);
      setFaults(Object.keys(errors).length > 0 ? errors : { all: message });
    } finally {
      setBusy(false);
    }
  };

  const field = (name: string, autoComplete: string) => (
    <TextField
      name={name}
      type="password"
      label={translate(`office.account.${name}`)}
      autoComplete={autoComplete}
      required
      error={faults[name] !== undefined}
      helperText={faults[name]}
    />
  );
  return (
    <Box sx={{ mt: 2 }}>
      <Title title={translate('office.menu.account')} />
      <Card variant="outlined" sx={{ maxWidth: 420, p: 3 }}>
        <form onSubmit={(event) => void change(event)}>
          <Stack spacing={2}>
            {field('current', 'current-password')}
            {field('wanted', 'new-password')}
            {field('again', 'new-password')}
            {faults['all'] !== undefined && <Alert severity="error">{faults['all']}</Alert>}
            <Button type="submit" variant="contained" loading={busy}>
              {translate('office.account.change')}
            </Button>
            <Box sx={{ color: 'text.secondary', fontSize: 14 }}>{translate('office.account.hint')}</Box>
          </Stack>
        </form>
      </Card>
    </Box>
  );
}
