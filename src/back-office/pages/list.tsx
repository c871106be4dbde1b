import type { ReactNode } from 'react';
import { List, Pagination, useListContext, useTranslate } from 'react-admin';
import type { ListProps } from 'react-admin';
import { Alert, Button } from '@mui/material';
import { failureOf } from './call.js';

/** A list; one that could not be read says so. That of react-admin says that there is nothing. */
export function OfficeList({ children, ...props }: ListProps) {
  return (
    <List empty={false} exporter={false} pagination={<Pages />} {...props}>
      <Read>{children}</Read>
    </List>
  );
}

/** What was read before stays: only another reading of it failed. */
function useFailure(): Error | null {
  const { error, data } = useListContext();
  return data === undefined ? error : null;
}

function Read({ children }: { children: ReactNode }) {
  const failure = useFailure();
  const { refetch } = useListContext();
  const translate = useTranslate();
  if (!failure) return children;
  return (
    <Alert
      severity="error"
      sx={{ my: 2 }}
      action={<Button onClick={() => void refetch()}>{translate('office.try_again')}</Button>}
    >
      {failureOf(failure).message}
    </Alert>
  );
}

function Pages() {
  return useFailure() ? null : <Pagination />;
}
