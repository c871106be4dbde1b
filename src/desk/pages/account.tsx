import { useState } from 'react';
import { Form, HttpError, PasswordInput, SaveButton } from 'react-admin';
import { Box, Card } from '@mui/material';
import { call } from './call.js';
import { useSubmit } from './dialogs.js';
import { OfficePage } from './layout.js';
import { NEEDED, useDesk } from './pieces.js';

/** Changes the password of who is signed in. */
export function AccountPage() {
  const { t, tell } = useDesk();
  const [times, setTimes] = useState(0);
  const change = useSubmit(async ({ current, wanted, again }: Record<string, string>) => {
    if (wanted !== again) throw new HttpError('', 400, { errors: { again: t('account.differ') } });
    await call('PUT', '/password', { current, wanted });
    tell('account.changed', 'success');
    setTimes(times + 1);
  });
  const field = (name: 'current' | 'wanted' | 'again', autoComplete: string) => (
    <PasswordInput source={name} label={t(`account.${name}`)} autoComplete={autoComplete} validate={NEEDED} />
  );
  return (
    <OfficePage title={t('menu.account')}>
      <Card variant="outlined" sx={{ maxWidth: 420, p: 3, boxSizing: 'border-box' }}>
        <Form key={times} onSubmit={change}>
          {field('current', 'current-password')}
          {field('wanted', 'new-password')}
          {field('again', 'new-password')}
          <SaveButton label={t('account.change')} alwaysEnable />
          <Box sx={{ mt: 2, color: 'text.secondary', fontSize: 14 }}>{t('account.hint')}</Box>
        </Form>
      </Card>
    </OfficePage>
  );
}
