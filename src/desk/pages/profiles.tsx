import { useRecordContext, useTranslate } from 'react-admin';
import { Box, Button, Card, Chip, Stack } from '@mui/material';
import { Link } from 'react-router-dom';
import { ConfirmedDeleteButton } from './dialogs.js';
import { COLOURS, useTime } from './pieces.js';
import { Cards, OfficeList } from './records.js';

/** Export profiles: those that come with the service, and those that were made. */
export function ProfileList() {
  const translate = useTranslate();
  return (
    <OfficeList actions={false} pagination={false} perPage={200} component="div">
      <Box sx={{ my: 2 }}>{translate('office.profile.hint')}</Box>
      <Button component={Link} to="/profiles/create" variant="contained" sx={{ mb: 2 }}>
        {translate('office.profile.new')}
      </Button>
      <Cards>
        <Profile />
      </Cards>
    </OfficeList>
  );
}

function Profile() {
  const { name, built_in, updated_at, updated_by, definition } = useRecordContext()!;
  const translate = useTranslate();
  const time = useTime();
  return (
    <Card component="li" variant="outlined" sx={{ p: 1.5 }}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
        <Box component={Link} to={`/profiles/${name}`} sx={{ fontWeight: 600 }}>
          {name}
        </Box>
        <Box sx={{ flex: '1 1 10rem', overflowWrap: 'anywhere' }}>{definition.title}</Box>
        <Chip size="small" label={definition.format} sx={COLOURS.grey} />
        {definition.public === true && (
          <Chip size="small" label={translate('office.profile.public')} sx={COLOURS.green} />
        )}
        {built_in && <Chip size="small" label={translate('office.profile.built_in')} sx={COLOURS.blue} />}
        {!built_in && (
          <ConfirmedDeleteButton
            word={translate('ra.action.delete')}
            label={translate('office.profile.delete_of', { name })}
            title={translate('office.profile.delete_of', { name })}
            text={translate('office.profile.delete_text')}
          />
        )}
      </Stack>
      {!built_in && (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
          {translate('office.profile.updated', { by: updated_by, at: time(updated_at) })}
        </Box>
      )}
    </Card>
  );
}
