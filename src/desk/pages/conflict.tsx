import { useEffect, useRef, useState } from 'react';
import { HttpError, useRecordContext, useRegisterMutationMiddleware } from 'react-admin';
import type { RaRecord, UpdateParams } from 'react-admin';
import { get, useFormContext, useWatch } from 'react-hook-form';
import { Alert, Button } from '@mui/material';
import { provider } from './data.js';
import { useDesk } from './pieces.js';
import { Rows } from './records.js';

type Update = (resource: string, params: UpdateParams) => Promise<unknown>;

/** A value of a form: where it is, what it is called, and how a person reads it. */
export interface Compared {
  path: string;
  label: string;
  shown: (value: any) => string;
}

/** Its table, which is wide, widens no page. */
const PLACE = {
  width: 0,
  minWidth: '100%',
  mb: 1,
  '& .MuiAlert-message': { flex: 1, minWidth: 0 },
};

/**
 * Where somebody else has changed the record of a form meanwhile: shows both values of each field, and lets what was typed be
 * saved all the same. Nobody has to reload the page, which would drop it.
 * @param who has changed the record, and when
 */
export function Conflict({ values, who }: { values: Compared[]; who?: () => Promise<string> }) {
  const { t } = useDesk();
  const before = useRecordContext();
  const [met, setMet] = useState<{ now: RaRecord; by: string }>();
  const place = useRef<HTMLDivElement>(null);
  const { setValue } = useFormContext();
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' }); // which gives a promise in newer browsers: no effect may return that
    place.current?.focus();
  }, [met]);

  const save = async (resource: string, params: UpdateParams, next: Update): Promise<unknown> => {
    try {
      return await next(resource, { ...params, meta: { seen: met?.now } });
    } catch (error) {
      if (!(error instanceof HttpError && error.status === 412)) throw error;
      const now = (await provider.getOne(resource, { id: params.id })).data;
      // What was not typed over is as it is now.
      for (const { path } of values)
        if (get(params.data, path) === get(params.previousData, path)) setValue(path, get(now, path));
      setMet({ now, by: (await who?.()) ?? '' });
      throw new HttpError(t('conflict.met'), error.status);
    }
  };
  useRegisterMutationMiddleware<Update>(save as never);

  const mine = useWatch();

  if (!met || !before) return null;
  const { now, by } = met;
  return (
    <Alert ref={place} tabIndex={-1} severity="warning" sx={PLACE}>
      {t('conflict.met')} {t('conflict.hint')}
      <div>{by}</div>
      {/* What somebody has typed beside what is there now, which takes its place by one press. */}
      <Rows
        label={t('conflict.met')}
        columns={[
          [t('import.field'), ({ label }) => label],
          [t('conflict.mine'), ({ path, shown }) => shown(get(mine, path))],
          [t('conflict.theirs'), ({ path, shown }) => shown(get(now, path))],
          [
            t('bulk.actions'),
            ({ path, label }) => (
              <Button
                size="small"
                aria-label={`${t('conflict.take')} ${label}`}
                onClick={() => setValue(path, get(now, path), { shouldDirty: true })}
              >
                {t('conflict.take')}
              </Button>
            ),
          ],
        ]}
        of={values.filter(({ path }) => get(now, path) !== get(before, path))}
      />
    </Alert>
  );
}
