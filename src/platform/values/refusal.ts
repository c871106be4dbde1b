/** Why a value or a structure cannot be stored: a machine-readable reason and a sentence. */
export interface Refusal<Reason extends string = string> {
  reason: Reason;
  message: string;
}

/** Whether something was refused. */
export const isRefusal = (read: object): read is Refusal => 'reason' in read;
