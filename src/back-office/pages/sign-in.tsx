import { useState } from 'react';
import type { FormEvent } from 'react';
import { Notification, useLogin, useTranslate } from 'react-admin';
import { Alert, Box, Button, Card, Stack, TextField, Typography } from '@mui/material';
import { LanguageSwitch, PageLanguage } from './language.js';

/** The sign-in form. */
export function SignIn() {
  const translate = useTranslate();
  const login = useLogin();
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setRefusal(undefined);
    login({ username: form.get('name'), password: form.get('password') })
      .catch((error: Error) => setRefusal(error.message))
      .finally(() => setBusy(false));
  };

  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', display: 'grid', placeItems: 'center', p: 2, bgcolor: 'background.default' }}
    >
      <PageLanguage />
      <Card sx={{ width: '100%', maxWidth: 380, p: 3 }}>
        <form onSubmit={submit}>
          <Stack spacing={2}>
            <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center' }}>
              <Typography component="h1" variant="h6">
                {translate('office.title')} · {translate('office.sign_in.title')}
              </Typography>
              <LanguageSwitch />
            </Stack>
            <TextField
              name="name"
              label={translate('office.sign_in.name')}
              autoComplete="username"
              autoFocus
              required
            />
            <TextField
              name="password"
              type="password"
              label={translate('office.sign_in.password')}
              autoComplete="current-password"
              required
            />
            {refusal !== undefined && <Alert severity="error">{refusal}</Alert>}
            <Button type="submit" variant="contained" loading={busy} size="large">
              {translate('office.sign_in.submit')}
            </Button>
            <Typography variant="body2" color="text.secondary">
              {translate('office.sign_in.first')}
            </Typography>
          </Stack>
        </form>
      </Card>
      <Notification />
    </Box>
  );
}
