import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useBlocker } from 'react-router-dom';

/** What to ask for each form, and whatever else holds work that is not saved. */
const unsaved: string[] = [];

/**
 * Notes that a page holds work which is not saved: nobody leaves it unasked.
 * @param question the key of what is asked
 */
export function useUnsaved(isUnsaved: boolean, question = 'ra.message.unsaved_changes'): void {
  const translate = useTranslate();
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    unsaved.push(question);
    addEventListener('beforeunload', ask);
    return () => {
      unsaved.splice(unsaved.indexOf(question), 1);
      removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved, question]);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && nextLocation.pathname !== currentLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    if (!isUnsaved) {
      blocker.proceed();
      return undefined;
    }
    // What was just saved leads away in the same moment in which its form becomes clean: that is waited for.
    const timer = setTimeout(() => {
      if (window.confirm(translate(question))) blocker.proceed();
      else blocker.reset();
    });
    return () => clearTimeout(timer);
  }, [blocker, isUnsaved, question, translate]);
}

/** The same for the surrounding form. */
export function UnsavedForm() {
  const { isDirty, isSubmitting } = useFormState();
  useUnsaved(isDirty && !isSubmitting);
  return null;
}

/** Asks before something is done that would drop what is not saved. */
export function useMayDrop(): () => boolean {
  const translate = useTranslate();
  return () => {
    const question = unsaved.at(-1);
    return question === undefined || window.confirm(translate(question));
  };
}
