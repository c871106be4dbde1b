import { useCallback, useState } from 'react';
import { HttpError, useRecordContext, useRegisterMutationMiddleware, useTranslate } from 'react-admin';
import type { RaRecord, UpdateParams } from 'react-admin';
import { Alert, Box } from '@mui/material';
import { Named, useOffice } from './pieces.js';

type Update = (resource: string, params: UpdateParams) => Promise<unknown>;

/** What something is called, and its value as a person reads it. */
export type Difference = [name: string, value: string];

/**
 * Where somebody else has changed the record of a form meanwhile: says what, and lets what was typed be saved all the same.
 * Nobody has to reload the page, which would drop it.
 * @param differences what of the record is another now than the form was filled with
 */
export function Conflict({
  differences,
}: {
  differences: (now: RaRecord, before: RaRecord) => Difference[];
}) {
  const office = useOffice();
  const translate = useTranslate();
  const before = useRecordContext();
  const [now, setNow] = useState<RaRecord>();

  const save = useCallback(
    async (resource: string, params: UpdateParams, next: Update): Promise<unknown> => {
      try {
        return await next(resource, { ...params, meta: { seen: now } });
      } catch (error) {
        if (!(error instanceof HttpError && error.status === 412)) throw error;
        setNow((await office.getOne(resource, { id: params.id })).data);
        throw new HttpError(translate('office.conflict.met'), error.status);
      }
    },
    [now, office, translate],
  );
  useRegisterMutationMiddleware<Update>(save as never);

  if (!now || !before) return null;
  return (
    <Alert severity="warning" sx={{ width: '100%', boxSizing: 'border-box' }}>
      {translate('office.conflict.met')} {translate('office.conflict.hint')}
      {differences(now, before).map(([name, value]) => (
        <Box key={name} sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
          <Named name={name}>{value}</Named>
        </Box>
      ))}
    </Alert>
  );
}
