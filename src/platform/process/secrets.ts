const HIDDEN = '[redacted]';

// Secrets that their form gives away anywhere in a text: API keys, webhook secrets, password hashes, sessions, the
// password of a URL. Each pattern begins with a literal that the rest of it cannot match: otherwise a text that
// repeats the beginning takes quadratic time.
const FORMS: [RegExp, string][] = [
  [/pds_[0-9A-Za-z]{20,}/g, HIDDEN],
  [/whsec_[0-9A-Za-z+/=_-]{8,}/g, HIDDEN],
  [/scrypt\$[0-9]+\$[0-9A-Za-z+/=$]+/g, HIDDEN],
  [/\boffice_session=[^;\s"\\]+/g, `office_session=${HIDDEN}`],
  // To the last @: a password may have some of its own.
  [/:\/\/([^\s:@/"\\]*):[^\s/"\\]+@/g, `://$1:${HIDDEN}@`],
];

/**
 * A text without what looks like a secret.
 * @param known secrets that are hidden wherever they stand
 */
export function withoutSecrets(text: string, known: readonly string[] = []): string {
  let shown = text;
  for (const secret of known) shown = shown.replaceAll(secret, HIDDEN);
  for (const [form, instead] of FORMS) shown = shown.replace(form, instead);
  return shown;
}
