import type texts from './failures.json';

/** Why something was not delivered: an id of the texts of its kind, with nothing that the other side wrote. */
interface Failure<Code> {
  code: Code;
  /** the status, the error of the connection or the number that it tells of */
  what: string | number | null;
}
export type WebhookFailure = Failure<keyof typeof texts.webhook>;
export type MailFailure = Failure<keyof typeof texts.mail>;
