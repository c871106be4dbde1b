import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useBlocker } from 'react-router-dom';

interface Unsaved {
  /** what is asked before it is dropped */
  question: string;
  href: string;
  state: unknown;
}

/** Each form, and whatever else holds work that is not saved, with the place where it is. */
const unsaved: Unsaved[] = [];

// The router lets pass what it has not made itself: an address that is typed, a bookmark. This listener comes before the
// router's, since the module is loaded before it.
addEventListener('popstate', (event) => {
  const work = unsaved.at(-1);
  if (!work || event.state !== null || window.confirm(work.question)) return;
  event.stopImmediatePropagation();
  history.replaceState(work.state, '', work.href);
});

/**
 * Notes that a page holds work which is not saved: nobody leaves it unasked.
 * @param question the key of what is asked
 */
export function useUnsaved(isUnsaved: boolean, question = 'ra.message.unsaved_changes'): void {
  const translate = useTranslate();
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    const work = { question: translate(question), href: location.href, state: history.state };
    unsaved.push(work);
    addEventListener('beforeunload', ask);
    return () => {
      unsaved.splice(unsaved.indexOf(work), 1);
      removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved, question, translate]);

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
export const mayDrop = (): boolean => {
  const work = unsaved.at(-1);
  return work === undefined || window.confirm(work.question);
};
