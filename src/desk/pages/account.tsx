import { useState } from 'react';
import { Form, HttpError, PasswordInput, required, SaveButton, useNotify, useTranslate } from 'react-admin';
import { Box, Card } from '@mui/material';
import { useSubmit } from './dialogs.js';
import { OfficePage } from './layout.js';
import { useOffice } from './pieces.js';

const NEEDED = required();

/** Changes the password of who is signed in. */
export function AccountPage() {
  const office = useOffice();
  const translate = useTranslate();
  const notify = useNotify();
  const [times, setTimes] = useState(0);
  const change = useSubmit(async ({ current, wanted, again }: Record<string, string>) => {
    if (wanted !== again)
      throw new HttpError(translate('office.account.differ'), 400, {
        errors: { again: 'office.account.differ' },
      });
    await office.call('PUT', '/password', { current, wanted });
    notify('office.account.changed', { type: 'success' });
    setTimes(times + 1);
  });
  const field = (name: string, autoComplete: string) => (
    <PasswordInput
      source={name}
      label={`office.account.${name}`}
      autoComplete={autoComplete}
      validate={NEEDED}
      helperText={false}
      fullWidth
    />
  );
  return (
    <OfficePage title="office.menu.account">
      <Card variant="outlined" sx={{ maxWidth: 420, p: 3, boxSizing: 'border-box' }}>
        <Form key={times} onSubmit={change}>
          {field('current', 'current-password')}
          {field('wanted', 'new-password')}
          {field('again', 'new-password')}
          <SaveButton label="office.account.change" alwaysEnable />
          <Box sx={{ mt: 2, color: 'text.secondary', fontSize: 14 }}>{translate('office.account.hint')}</Box>
        </Form>
      </Card>
    </OfficePage>
  );
}
