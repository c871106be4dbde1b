import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import {
  Confirm,
  Form,
  SaveButton,
  useCreate,
  useDelete,
  useNotificationContext,
  useNotify,
  useRefresh,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { ConfirmProps, RaRecord } from 'react-admin';
import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material';
import { failureOf } from './call.js';
import { CopyButton, useFail, useOnce, useWork } from './pieces.js';

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

/** What a form does that is sent, once at a time: what fails is said, at the fields where it names some. */
export function useSubmit(submit: (typed: any) => Promise<unknown>) {
  const notify = useNotify();
  const { resetNotifications } = useNotificationContext();
  return useOnce(async (typed: object): Promise<object | undefined> => {
    resetNotifications(); // what is said of this must not wait for what was said of attempts before
    try {
      await submit(typed);
      return undefined;
    } catch (error) {
      const { message, errors } = failureOf(error);
      if (Object.keys(errors).length === 0) notify(message, { type: 'error' });
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
  word?: string;
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
  const refresh = useRefresh();
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
        <SaveButton label="office.add" icon={<></>} />
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
 * @param word text of the button, and of the one that confirms
 * @param label for screen readers: it names the record
 */
export function ConfirmedDeleteButton({
  record,
  word = 'ra.action.delete',
  label,
  title = label,
  text,
}: {
  record: RaRecord;
  word?: string;
  label: string;
  title?: string;
  text: string;
}) {
  const fail = useFail();
  const refresh = useRefresh();
  const translate = useTranslate();
  const resource = useResourceContext();
  const [ask, question] = useQuestion();
  const [remove] = useDelete();
  const confirmed = (): void =>
    void remove(
      resource,
      { id: record.id, previousData: record },
      { mutationMode: 'pessimistic', onSuccess: refresh, onError: fail },
    );
  return (
    <>
      <Button
        size="small"
        color="error"
        aria-label={label}
        onClick={() => ask({ title, content: text, confirm: word, confirmColor: 'warning' }, confirmed)}
      >
        {translate(word, { _: word })}
      </Button>
      {question}
    </>
  );
}

/**
 * A button that asks for what a new record needs, makes it, and shows its secret.
 * @param word text of the button, and of the one that makes the record
 * @param shown the secret and how it is shown
 */
export function MakeSecretButton({
  word,
  width = 'xs',
  defaults,
  shown,
  children,
}: Pick<DialogProps, 'width' | 'children'> & {
  word: string;
  defaults: object;
  shown: (made: RaRecord) => Omit<Secret, 'onClose'>;
}) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const resource = useResourceContext()!;
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<RaRecord>();
  const [create] = useCreate();
  const make = async (typed: Record<string, string>): Promise<void> => {
    const record = await create(resource, { data: typed }, { returnPromise: true });
    setOpen(false);
    setMade(record);
  };
  return (
    <>
      <Button variant="contained" sx={{ my: 2 }} onClick={() => setOpen(true)}>
        {translate(word)}
      </Button>
      {open && (
        <FormDialog
          title={translate(word)}
          width={width}
          onClose={() => setOpen(false)}
          word={word}
          submit={make}
          defaults={defaults}
          resource={resource}
        >
          {children}
        </FormDialog>
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
