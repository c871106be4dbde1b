import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useBlocker, useLocation } from 'react-router-dom';
import type { Blocker } from 'react-router-dom';
import { i18n } from './i18n.js';
import type { TextId } from './texts.js';

/** The router numbers its entries of the history in their state: the number of the page that is shown. */
let shown = 0;

// An address typed by hand, or a bookmark, makes an entry without a number, from which the router would not find back. This
// listener comes before the router's, since the module is loaded before it.
addEventListener('popstate', ({ state }) => {
  if (state === null) history.replaceState({ idx: shown + 1 }, '');
});

/** Follows which entry of the history is shown; for the layout of all pages. */
export function useShownEntry(): void {
  const location = useLocation();
  useEffect(() => {
    shown = (history.state as { idx?: number } | null)?.idx ?? shown;
  }, [location]);
}

/**
 * Notes that a page holds work which is not saved: nobody leaves it unasked.
 * @param question the key of what is asked
 */
export function useUnsaved(isUnsaved: boolean, question: TextId = 'ra.message.unsaved_changes'): void {
  const translate = useTranslate();
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && nextLocation.pathname !== currentLocation.pathname,
  );
  // The router draws in a transition: on a slow machine a question that is answered stands here for a while.
  const answered = useRef<Blocker>(undefined);
  useEffect(() => {
    if (blocker.state !== 'blocked' || blocker === answered.current) return undefined;
    const answer = (leaves: boolean): void => {
      answered.current = blocker;
      blocker[leaves ? 'proceed' : 'reset']();
    };
    if (!isUnsaved) return answer(true);
    // What was just saved leads away in the same moment in which its form becomes clean: that is waited for.
    const timer = setTimeout(() => answer(window.confirm(translate(question))));
    return () => clearTimeout(timer);
  }, [blocker, isUnsaved, question, translate]);
}

/** The same for the surrounding form. */
export function UnsavedForm() {
  const { dirtyFields, isSubmitting } = useFormState();
  useUnsaved(Object.keys(dirtyFields).length > 0 && !isSubmitting);
  return null;
}

/** Asks before something is done that would drop what is not saved: what keeps the browser from leaving the page. */
export const mayDrop = (): boolean =>
  dispatchEvent(new Event('beforeunload', { cancelable: true })) ||
  window.confirm(i18n.translate('ra.message.unsaved_changes' satisfies TextId));
