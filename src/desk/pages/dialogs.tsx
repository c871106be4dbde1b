import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import {
  Confirm,
  Form,
  SaveButton,
  useCreate,
  useDeleteController,
  useNotificationContext,
  useRecordContext,
  useResourceContext,
} from 'react-admin';
import type { ConfirmProps, RaRecord } from 'react-admin';
import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material';
import { failureOf } from './call.js';
import { CopyButton, useDesk, useOnce, useWork } from './pieces.js';
import type { TextId } from './texts.js';

interface DialogProps {
  title: string;
  width?: 'xs' | 'sm' | 'md';
  /** none for a dialog that is left by its buttons alone */
  onClose?: () => void;
  /** behind the one that closes it */
  buttons: ReactNode;
  children: ReactNode;
}

/** A dialog. @param wrap puts all of it into a form */
export function OfficeDialog({
  title,
  width = 'xs',
  onClose,
  buttons,
  wrap = (parts) => parts,
  children,
}: DialogProps & { wrap?: (parts: ReactNode) => ReactNode }) {
  const { t } = useDesk();
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
            {onClose && <Button onClick={onClose}>{t('ra.action.cancel')}</Button>}
            {buttons}
          </DialogActions>
        </>,
      )}
    </Dialog>
  );
}

/** What a form does that is sent, once at a time: what fails is said, at the fields where it names some. */
export function useSubmit(submit: (typed: any) => Promise<unknown>) {
  const { fail } = useDesk();
  const { resetNotifications } = useNotificationContext();
  const { mutateAsync } = useMutation({ mutationFn: submit }); // the bar of the page tells that it is under way
  return useOnce(async (typed: object): Promise<object | undefined> => {
    resetNotifications(); // what is said of this must not wait for what was said of attempts before
    try {
      await mutateAsync(typed);
      return undefined;
    } catch (error) {
      const { errors } = failureOf(error);
      if (Object.keys(errors).length === 0) fail(error);
      return errors;
    }
  });
}

/**
 * A dialog with a form of react-admin's inputs.
 * @param word of the button that sends it; other `buttons` may stand in its place
 * @param submit once at a time; what it throws is said, at its fields where it names some
 */
export function FormDialog({
  word,
  submit,
  defaults,
  resource,
  buttons,
  ...dialog
}: Omit<DialogProps, 'buttons'> & {
  word?: TextId;
  submit: (typed: any) => Promise<unknown>;
  defaults?: object;
  resource?: string;
  buttons?: ReactNode;
}) {
  const send = useSubmit(submit);
  return (
    <OfficeDialog
      {...dialog}
      buttons={buttons ?? <SaveButton label={word ?? 'ra.action.save'} icon={<></>} alwaysEnable />}
      wrap={(parts) => (
        <Form onSubmit={send} {...(defaults && { defaultValues: defaults })} {...(resource && { resource })}>
          {parts}
        </Form>
      )}
    />
  );
}

type AddFormProps = { add: (typed: any) => Promise<unknown>; defaults?: object; children: ReactNode };

/** A form in a line, which adds something to the list of the page. @param add throws what is said */
export function AddForm({ add, defaults = {}, children }: AddFormProps) {
  const { t, refresh } = useDesk();
  const [times, setTimes] = useState(0);
  const [submit] = useWork(async (typed: object) => {
    await add(typed);
    setTimes(times + 1);
    refresh();
  });
  return (
    <Form key={times} onSubmit={submit} defaultValues={defaults}>
      <Stack direction="row" spacing={1} useFlexGap sx={{ my: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        {children}
        <SaveButton label={t('add')} icon={<></>} />
      </Stack>
    </Form>
  );
}

type Question = Pick<ConfirmProps, 'title' | 'content' | 'confirm' | 'confirmColor'>;

/** Asks before something is done. @returns what asks, and the dialog in which it does */
export function useQuestion(): [ask: (question: Question, act: () => void) => void, dialog: ReactNode] {
  const [asked, setAsked] = useState<{ question: Question; act: () => void }>();
  const close = (): void => setAsked(undefined);
  const confirmed = (): void => {
    close();
    asked?.act();
  };
  const dialog = asked && <Confirm isOpen {...asked.question} onConfirm={confirmed} onClose={close} />;
  return [(question, act) => setAsked({ question, act }), dialog];
}

/**
 * A button that deletes a record after a confirmation, each with its own words.
 * @param of the texts: what is deleted (`delete_of`), and what comes of it (`delete_text`)
 * @param word text of the button, and of the one that confirms
 */
export function ConfirmedDeleteButton({
  of,
  word = 'ra.action.delete',
}: {
  of: 'alias' | 'key' | 'profile' | 'webhook';
  word?: TextId;
}) {
  const { t } = useDesk();
  const record = useRecordContext();
  const [ask, question] = useQuestion();
  const successMessage = t(of === 'key' ? 'key.was_revoked' : 'ra.notification.deleted', { smart_count: 1 });
  const options = { mutationMode: 'pessimistic', redirect: false, successMessage } as const;
  const { handleDelete } = useDeleteController(options);
  const title = t(`${of}.delete_of`, record);
  const content = t(`${of}.delete_text`, record);
  return (
    <>
      <Button
        size="small"
        color="error"
        aria-label={title}
        onClick={() => ask({ title, content, confirm: word, confirmColor: 'warning' }, handleDelete)}
      >
        {t(word)}
      </Button>
      {question}
    </>
  );
}

interface Secret {
  /** the texts: what makes it (`make`), whose it is (`made`), and that it is shown this once (`once`) */
  of: 'key' | 'webhook' | 'staff';
  name: string;
  secret: string;
  onClose: () => void;
}

/**
 * A button that asks for what a new record needs, makes it, and shows its secret.
 * @param secretOf the record that was made: its name and its secret
 */
export function MakeSecretButton({
  of,
  defaults,
  secretOf,
  children,
}: Pick<Secret, 'of'> & {
  defaults: object;
  secretOf: (made: RaRecord) => [name: string, secret: string];
  children: ReactNode;
}) {
  const { t, refresh } = useDesk();
  const resource = useResourceContext()!;
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<[name: string, secret: string]>();
  const [create] = useCreate();
  const make = async (typed: Record<string, string>): Promise<void> => {
    const record = await create(resource, { data: typed }, { returnPromise: true });
    setOpen(false);
    setMade(secretOf(record));
  };
  const close = (): void => {
    setMade(undefined);
    refresh();
  };
  return (
    <>
      <Button variant="contained" sx={{ my: 2 }} onClick={() => setOpen(true)}>
        {t(`${of}.make`)}
      </Button>
      {open && (
        <FormDialog
          title={t(`${of}.make`)}
          width="sm"
          onClose={() => setOpen(false)}
          word={`${of}.make`}
          submit={make}
          defaults={defaults}
          resource={resource}
        >
          {children}
        </FormDialog>
      )}
      {made && <SecretDialog of={of} name={made[0]} secret={made[1]} onClose={close} />}
    </>
  );
}

/** Shows a new secret: it cannot be shown again. */
export function SecretDialog({ of, name, secret, onClose }: Secret) {
  const { t } = useDesk();
  return (
    <OfficeDialog
      title={t(`${of}.made`, { name })}
      width="sm"
      buttons={
        <Button variant="contained" onClick={onClose}>
          {t('secret_copied')}
        </Button>
      }
    >
      <Alert severity="warning">{t(`${of}.once`)}</Alert>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center', mt: 2 }}>
        <Box component="code" data-testid="secret" sx={{ overflowWrap: 'anywhere', fontSize: 15 }}>
          {secret}
        </Box>
        <CopyButton text={secret} label={t('copy')} />
      </Stack>
    </OfficeDialog>
  );
}
