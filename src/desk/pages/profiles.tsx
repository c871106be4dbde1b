import { Box, Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { ConfirmedDeleteButton } from './dialogs.js';
import { Mark, useDesk } from './pieces.js';
import { OfficeList, OfficeTable } from './records.js';

/** Export profiles: those that come with the service, and those that were made. */
export function ProfileList() {
  const { time, t } = useDesk();
  return (
    <OfficeList pagination={false} perPage={200} component="div">
      <Box sx={{ my: 2 }}>{t('profile.hint')}</Box>
      <Button component={Link} to="/profiles/create" variant="contained" sx={{ mb: 2 }}>
        {t('profile.new')}
      </Button>
      <OfficeTable
        columns={[
          { source: 'name', value: ({ name }) => <Link to={`/profiles/${name}`}>{name}</Link> },
          { source: 'title', value: ({ definition }) => definition.title },
          { source: 'format', value: ({ definition }) => definition.format },
          {
            source: 'public',
            value: ({ definition }) =>
              definition.public === true && <Mark colour="green">{t('profile.public')}</Mark>,
          },
          {
            source: 'updated_at',
            value: ({ built_in: isBuiltIn, updated_by: by, updated_at: at }) =>
              isBuiltIn ? (
                <Mark colour="blue">{t('profile.built_in')}</Mark>
              ) : (
                t('profile.updated', { by, at: time(at) })
              ),
          },
        ]}
        actions={(profile) => !profile['built_in'] && <ConfirmedDeleteButton record={profile} of="profile" />}
      />
    </OfficeList>
  );
}
