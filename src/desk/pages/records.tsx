import { useState } from 'react';
import type { ReactNode } from 'react';
import {
  Edit,
  HttpError,
  List,
  ListNoResults,
  Pagination,
  RecordContextProvider,
  Show,
  useCreatePath,
  useEditContext,
  useListContext,
  useNotify,
  useRecordContext,
  useRedirect,
  useResourceContext,
} from 'react-admin';
import type { EditProps, ListProps, ShowProps } from 'react-admin';
import { LinearProgress, Stack } from '@mui/material';
import { Link } from 'react-router-dom';
import { Failure } from './reading.js';

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
  return failure ? <Failure failure={failure} onAgain={() => void refetch()} /> : children;
}

function Pages() {
  return useFailure() ? null : <Pagination />;
}

/** The records of a list one below the other, each as `children` shows it. */
export function Cards({ children }: { children: ReactNode }) {
  const { data = [], isPending } = useListContext();
  if (data.length === 0 && !isPending) return <ListNoResults />;
  return (
    <Stack component="ul" spacing={1} sx={{ p: 0, m: 0, listStyle: 'none' }}>
      {data.map((record) => (
        <RecordContextProvider key={record.id} value={record}>
          {children}
        </RecordContextProvider>
      ))}
    </Stack>
  );
}

/** Leads from a row of a table to its record: by the keyboard a row itself cannot be reached. */
export function RecordLink({ type, children }: { type: 'edit' | 'show'; children: ReactNode }) {
  const resource = useResourceContext();
  const record = useRecordContext();
  const createPath = useCreatePath();
  return (
    <Link
      to={createPath({ resource, type, id: record?.id })}
      style={{ whiteSpace: 'nowrap' }}
      // The row would lead there once more, and the way back would then take two steps.
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </Link>
  );
}

/**
 * How a page reads its record. That of react-admin leads to the list whatever has failed, and says that there is none:
 * here only one that is not there does.
 */
function useRecordQuery() {
  const resource = useResourceContext();
  const notify = useNotify();
  const redirect = useRedirect();
  return {
    onError(error: Error) {
      if (!(error instanceof HttpError && error.status === 404)) return;
      notify('ra.notification.item_doesnt_exist', { type: 'error' });
      redirect('list', resource);
    },
  };
}

/** The form of a record. */
export function OfficeEdit({ children, ...props }: EditProps) {
  return (
    <Edit
      mutationMode="pessimistic"
      redirect="list"
      queryOptions={useRecordQuery()}
      {...props}
      render={() => <Fetched>{children}</Fetched>}
    />
  );
}

/** A record to read. */
export function OfficeShow({ children, ...props }: ShowProps) {
  return (
    <Show
      actions={false}
      queryOptions={useRecordQuery()}
      {...props}
      render={({ record, error, refetch }) =>
        record ? children : error && <Failure failure={error} onAgain={() => void refetch()} />
      }
    />
  );
}

/**
 * A form once its record has come. At first react-admin gives what a list knew of it, and replaces that, and with it what
 * somebody has typed by then.
 */
function Fetched({ children }: { children: ReactNode }) {
  const { isFetching, record, error, refetch } = useEditContext();
  const [hasCome, setHasCome] = useState(!isFetching);
  if (!isFetching && !hasCome) setHasCome(true);
  if (record && hasCome) return children;
  return error ? <Failure failure={error} onAgain={() => void refetch()} /> : <LinearProgress aria-hidden />;
}
