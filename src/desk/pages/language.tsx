import { useEffect } from 'react';
import { useLocale, useLocales, useSetLocale, useTranslate } from 'react-admin';
import { Button } from '@mui/material';
import { languageTag, setPageLanguage } from './locale.js';
import { mayDrop } from './unsaved.js';

/** Sets the language of the document, for the browser and screen readers. */
export function PageLanguage() {
  const locale = useLocale();
  useEffect(() => {
    setPageLanguage(locale);
  }, [locale]);
  return null;
}

/** Switches to the other language, which is named in itself. */
export function LanguageSwitch() {
  const locale = useLocale();
  const setLocale = useSetLocale();
  const translate = useTranslate();
  const other = useLocales().find((each) => each.locale !== locale);
  if (!other) return null;
  return (
    <Button
      color="inherit"
      onClick={() => mayDrop() && setLocale(other.locale)}
      lang={languageTag(other.locale)}
      title={translate('office.language')}
    >
      {other.name}
    </Button>
  );
}
