/** What an account of staff may do: administrators also issue keys, set up webhooks, manage accounts, rebuild the index. */
export const ROLES = ['editor', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

/** An account of staff as lists show it. */
export interface Account {
  id: number;
  name: string;
  role: Role;
  /** since when it is switched off */
  disabled_at: string | null;
  created_at: string;
  /** last use of the back office */
  seen_at: string | null;
}

/** What an administrator changes of an account. */
export interface AccountChange {
  role?: Role | undefined;
  disabled?: boolean | undefined;
}
