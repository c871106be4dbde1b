import { useState } from 'react';
import type { FormEvent } from 'react';
import { useNotify, useRefresh, useTranslate } from 'react-admin';
import { Button, Stack, TextField } from '@mui/material';
import { useOffice, useWork } from './pieces.js';

/** A form that adds a category or a tag. */
export function AddNames({
  resource,
  label,
  max,
}: {
  resource: 'categories' | 'tags';
  label: string;
  max: number;
}) {
  const office = useOffice();
  const notify = useNotify();
  const refresh = useRefresh();
  const translate = useTranslate();
  const [name, setName] = useState('');

  const [add] = useWork(async () => {
    const { warnings: [doubt] = [], ...counts } = await office.addNames(resource, [name]);
    if (doubt) notify('office.lookalike', { type: 'warning', messageArgs: { name: doubt.value } });
    else notify('office.added', { type: 'success', messageArgs: counts });
    setName('');
    refresh();
  });
  return (
    <Stack
      component="form"
      direction="row"
      spacing={1}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        add();
      }}
      sx={{ my: 2 }}
    >
      <TextField
        size="small"
        label={translate(label)}
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: max } }}
        sx={{ flex: 1, maxWidth: 420 }}
      />
      <Button type="submit" variant="contained" disabled={name.trim() === ''}>
        {translate('office.add')}
      </Button>
    </Stack>
  );
}
