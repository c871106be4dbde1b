import { useCallback, useState } from 'react';
import { HttpError, useRecordContext, useRegisterMutationMiddleware, useTranslate } from 'react-admin';
import type { RaRecord, UpdateParams } from 'react-admin';
import { Alert, Box } from '@mui/material';
import { EDITABLE_FIELDS } from '../../products/fields.js';
import { useFieldWords } from './history.js';
import { useOffice } from './pieces.js';

type Update = (resource: string, params: UpdateParams) => Promise<unknown>;

/**
 * Where somebody else has changed the product of a form meanwhile: says what, and lets what was typed be saved all the same.
 * Nobody has to reload the page, which would drop it.
 */
export function Conflict() {
  const office = useOffice();
  const translate = useTranslate();
  const words = useFieldWords();
  const shown = useRecordContext();
  const [now, setNow] = useState<RaRecord>();

  const save = useCallback(
    async (resource: string, params: UpdateParams, next: Update): Promise<unknown> => {
      const { id, data, previousData } = params;
      const typed = Object.entries(data).filter(([name, value]) => value !== previousData?.[name]);
      const onTop = { ...params, data: { ...now, ...Object.fromEntries(typed) }, previousData: now };
      try {
        return await next(resource, now ? onTop : params);
      } catch (error) {
        if (!(error instanceof HttpError && error.status === 412)) throw error;
        setNow((await office.getOne(resource, { id })).data);
        throw new HttpError(translate('office.product.conflict'), error.status);
      }
    },
    [now, office, translate],
  );
  useRegisterMutationMiddleware<Update>(save as never);

  if (!now) return null;
  const names = [...EDITABLE_FIELDS.map(({ name }) => name), 'structure'];
  return (
    <Alert severity="warning" sx={{ width: '100%', boxSizing: 'border-box' }}>
      {translate('office.product.conflict')} {translate('office.product.conflict_hint')}
      {names
        .filter((name) => now[name] !== shown?.[name])
        .map((name) => (
          <Box key={name} sx={{ overflowWrap: 'anywhere' }}>
            {words.label(name)}: {words.value(name, now[name])}
          </Box>
        ))}
    </Alert>
  );
}
