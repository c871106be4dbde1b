import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import {
  Confirm,
  Form,
  SaveButton,
  useCreate,
  useDelete,
  useNotify,
  useRecordContext,
  useRefresh,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material';
import { failureOf } from './call.js';
import { CopyButton, useFail, useOnce } from './pieces.js';

type Width = 'xs' | 'sm' | 'md';

/**
 * A dialog: its title, its content, and its buttons behind the one that closes it.
 * @param onClose none for a dialog that is left by its buttons alone
 * @param wrap puts all of it into a form
 */
export function OfficeDialog({
  title,
  width = 'xs',
  onClose,
  buttons,
  wrap = (parts) => parts,
  children,
}: {
  title: string;
  width?: Width;
  onClose?: () => void;
  buttons: ReactNode;
  wrap?: (parts: ReactNode) => ReactNode;
  children: ReactNode;
}) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog open fullWidth maxWidth={width} aria-labelledby={id} {...(onClose && { onClose })}>
      {wrap(
        <>
          <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </DialogTitle>
          <DialogContent>{children}</DialogContent>
          <DialogActions>
            {onClose && <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>}
            {buttons}
          </DialogActions>
        </>,
      )}
    </Dialog>
  );
}

/** Puts a dialog into a form whose fields the page itself holds. */
export const inForm = (submit: () => unknown) => (parts: ReactNode) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      void submit();
    }}
  >
    {parts}
  </form>
);

/**
 * A button that deletes the record of its list after a confirmation.
 * @param word text of the button, and of the one that confirms
 * @param label for screen readers: it names the record
 */
export function ConfirmedDeleteButton({
  word,
  label,
  title,
  text,
}: {
  word: string;
  label: string;
  title: string;
  text: string;
}) {
  const record = useRecordContext();
  const fail = useFail();
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);
  const resource = useResourceContext();
  const [remove] = useDelete();
  const confirmed = (): void => {
    setAsking(false);
    void remove(
      resource,
      { id: record?.id, previousData: record },
      {
        mutationMode: 'pessimistic',
        onSuccess: () => refresh(),
        onError: fail,
      },
    );
  };
  return (
    <>
      <Button size="small" color="error" aria-label={label} onClick={() => setAsking(true)}>
        {word}
      </Button>
      <Confirm
        isOpen={asking}
        title={title}
        content={text}
        onConfirm={confirmed}
        onClose={() => setAsking(false)}
        confirm={word}
      />
    </>
  );
}

/**
 * A button that asks for what a new record needs, makes it, and shows its secret.
 * @param word text of the button, and of the one that makes the record
 * @param prepare makes of what was typed what is sent
 * @param shown the secret and how it is shown
 */
export function MakeSecretButton({
  resource,
  word,
  width = 'xs',
  defaultValues,
  prepare = (data) => data,
  shown,
  children,
}: {
  resource: string;
  word: string;
  width?: Width;
  defaultValues: object;
  prepare?: (data: Record<string, string>) => object;
  shown: (made: RaRecord) => Omit<Secret, 'onClose'>;
  children: ReactNode;
}) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const notify = useNotify();
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<RaRecord>();
  const [create] = useCreate();

  const make = useOnce(async (typed: Record<string, string>): Promise<object | undefined> => {
    try {
      const record = await create(resource, { data: prepare(typed) }, { returnPromise: true });
      setOpen(false);
      if (record) setMade(record);
      return undefined;
    } catch (error) {
      const { message, errors } = failureOf(error);
      notify(message, { type: 'error' });
      return errors;
    }
  });
  return (
    <>
      <Button variant="contained" sx={{ my: 2 }} onClick={() => setOpen(true)}>
        {translate(word)}
      </Button>
      {open && (
        <OfficeDialog
          title={translate(word)}
          width={width}
          onClose={() => setOpen(false)}
          buttons={<SaveButton label={word} icon={<></>} alwaysEnable />}
          wrap={(parts) => (
            <Form onSubmit={make} defaultValues={defaultValues} resource={resource}>
              {parts}
            </Form>
          )}
        >
          {children}
        </OfficeDialog>
      )}
      {made && (
        <SecretDialog
          {...shown(made)}
          onClose={() => {
            setMade(undefined);
            refresh();
          }}
        />
      )}
    </>
  );
}

interface Secret {
  title: string;
  warning: string;
  secret: string;
  testId: string;
  onClose: () => void;
}

/** Shows a new secret: it cannot be shown again. */
export function SecretDialog({ title, warning, secret, testId, onClose }: Secret) {
  const translate = useTranslate();
  return (
    <OfficeDialog
      title={title}
      width="sm"
      buttons={
        <Button variant="contained" onClick={onClose}>
          {translate('office.key.done')}
        </Button>
      }
    >
      <Alert severity="warning">{warning}</Alert>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center', mt: 2 }}>
        <Box component="code" data-testid={testId} sx={{ overflowWrap: 'anywhere', fontSize: 15 }}>
          {secret}
        </Box>
        <CopyButton text={secret} label={translate('office.copy')} />
      </Stack>
    </OfficeDialog>
  );
}
