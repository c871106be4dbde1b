/** What an account of staff may do: administrators also issue keys, set up webhooks, manage accounts, rebuild the index. */
export const ROLES = ['editor', 'administrator'] as const;
export type StaffRole = (typeof ROLES)[number];

/** A member of staff who is signed in. */
export interface Staff {
  id: number;
  name: string;
  role: StaffRole;
}

/** An account of staff as lists show it. */
export interface Account extends Staff {
  /** since when it is switched off */
  disabled_at: string | null;
  created_at: string;
  /** last use of the back office */
  seen_at: string | null;
}

/** What an administrator changes of an account. */
export interface AccountChange {
  role?: StaffRole | undefined;
  disabled?: boolean | undefined;
}
