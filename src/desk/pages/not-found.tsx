import { Title, useTranslate } from 'react-admin';
import { Alert } from '@mui/material';

/** What an address shows that leads to no page. */
export function NotFound() {
  const translate = useTranslate();
  return (
    <Alert severity="warning" className="not-found" sx={{ mt: 2 }}>
      <Title title={translate('ra.page.not_found')} />
      {translate('ra.message.not_found')}
    </Alert>
  );
}
