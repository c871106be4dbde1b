import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';

/** Forms, and what else holds work that is not saved. */
let unsaved = 0;

/** Notes that a page holds work which is not saved; the browser asks before it leaves the page. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    unsaved++;
    addEventListener('beforeunload', ask);
    return () => {
      unsaved--;
      removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved]);
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
  return () => unsaved === 0 || window.confirm(translate('ra.message.unsaved_changes'));
}
