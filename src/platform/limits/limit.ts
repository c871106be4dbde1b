import { unavailable } from '../http/problem.js';
import type { Size } from './sizes.js';

/** Who wants some of what is scarce: a key, one of the staff, or an address. */
export interface Holder {
  id: string;
  /** by a key or a session: it comes before the others, and may hold more */
  isKnown: boolean;
  /** we ourselves: what takes too long is no reason to refuse it more, as it is with an address */
  isOurs?: true;
}

/** Work of our own that somebody waits for. */
export const OURSELVES: Holder = { id: 'ourselves', isKnown: true, isOurs: true };
/** Work of our own that nobody waits for: callers come first. */
export const BACKGROUND: Holder = { id: 'background', isKnown: false, isOurs: true };

/** What a piece of work holds. */
export interface Share {
  /**
   * Waits until so much more is free, and takes it.
   * @throws Problem 503 after the longest wait; the signal's reason when it is aborted
   */
  grow(amount: number, signal?: AbortSignal): Promise<void>;
  /** Takes so much more where it is free, and nobody waits for it. @returns whether it was */
  tryGrow(amount: number): boolean;
  /** Says that it needs no more. */
  settle(): void;
  /** Gives back all of it; calling it again does nothing more. */
  leave(): void;
}

/**
 * Bounds what runs at once (calls, connections) or what is in use at once (bytes), in all and for each caller. What is
 * running is never cut. What is free goes first to whoever holds at most a quarter; among those to the known, to who holds
 * least, to who was served least recently, in order of arrival. An address never holds more. Of {@link TURNS} in a row for
 * which an address waits, the last is for one.
 */
export type Limit = ReturnType<typeof openLimit>;

/** A holder, while it holds something or waits. */
interface Account {
  held: number;
  waiting: number;
  /** when it was last served, as a count */
  served: number;
}

interface Waiter {
  holder: Holder;
  account: Account;
  share: Share;
  amount: number;
  go: () => void;
}

/** What is free of a limit, who holds of it, and who waits. */
interface Stock extends Required<Size> {
  free: number;
  /** how often somebody was served */
  served: number;
  /** how often in a row the known were served before addresses that waited */
  passed: number;
  /** by holder */
  accounts: Map<string, Account>;
  /** in order of arrival */
  line: Set<Waiter>;
  /** what may grow further; the oldest first */
  growing: Map<Share, Holder>;
}

/** The known cannot keep a line so full that no address is ever served. */
const TURNS = 4;

const quarterOf = (all: number): number => Math.max(1, Math.floor(all / 4));

/** Opens a limit of some size, a row of sizes.ts. */
export function openLimit(size: Size) {
  const stock: Stock = {
    address: quarterOf(size.all),
    key: size.all,
    waitMs: 30_000,
    largest: 0,
    ...size,
    free: size.all,
    served: 0,
    passed: 0,
    accounts: new Map(),
    line: new Set(),
    growing: new Map(),
  };
  /** Waits for an amount and takes it: 1 unless given, at most what the holder may have. @returns gives it back @throws as `grow` */
  const enter = async (
    holder: Holder,
    { amount = 1, signal }: { amount?: number; signal?: AbortSignal | undefined } = {},
  ): Promise<() => void> => {
    const share = openShare(stock, holder, false);
    try {
      await share.grow(Math.min(amount, boundOf(stock, holder)), signal);
    } catch (error) {
      share.leave();
      throw error;
    }
    return () => share.leave();
  };
  return {
    /** Begins with nothing. It must be left. */
    share: (holder: Holder): Share => openShare(stock, holder, true),
    enter,
    /** Does some work while it holds an amount of 1. */
    async during<T>(holder: Holder, work: () => Promise<T>): Promise<T> {
      const leave = await enter(holder);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

function openShare(stock: Stock, holder: Holder, isGrowing: boolean): Share {
  let held = 0;
  let hasLeft = false;
  const giveBack = (): void => {
    stock.free += held;
    accountOf(stock, holder).held -= held;
    held = 0;
    serve(stock);
    forgetIdle(stock, holder);
  };
  const share: Share = {
    async grow(amount, signal) {
      signal?.throwIfAborted();
      if (isGrowing) stock.growing.set(share, holder);
      await wait(stock, { holder, account: accountOf(stock, holder), share, amount }, signal);
      held += amount;
      if (hasLeft) giveBack();
    },
    tryGrow(amount) {
      const wanted = { holder, account: accountOf(stock, holder), share, amount, go: () => {} };
      const isFree = !hasLeft && stock.line.size === 0 && mayHold(stock, wanted) && hasRoom(stock, wanted);
      if (isFree) take(stock, wanted);
      if (isFree) held += amount;
      forgetIdle(stock, holder);
      return isFree;
    },
    settle() {
      if (stock.growing.delete(share)) serve(stock);
    },
    leave() {
      hasLeft = true;
      stock.growing.delete(share);
      giveBack();
    },
  };
  return share;
}

function accountOf({ accounts }: Stock, { id }: Holder): Account {
  const account = accounts.get(id) ?? { held: 0, waiting: 0, served: 0 };
  accounts.set(id, account);
  return account;
}

function forgetIdle({ accounts }: Stock, { id }: Holder): void {
  const account = accounts.get(id);
  if (account?.held === 0 && account.waiting === 0) accounts.delete(id);
}

/** Joins the line until it is served. @throws Problem 503 after the longest wait; the signal's reason when it is aborted */
function wait(stock: Stock, waiter: Omit<Waiter, 'go'>, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const { account } = waiter;
    const forget = (): void => {
      account.waiting--;
      clearTimeout(timer);
      signal?.removeEventListener('abort', gone);
    };
    const waiting = {
      ...waiter,
      go: () => {
        forget();
        resolve();
      },
    };
    const fail = (why: unknown): void => {
      stock.line.delete(waiting);
      forget();
      serve(stock); // smaller amounts behind a large one may fit
      reject(why);
    };
    const gone = (): void => fail(signal!.reason);
    const timer = setTimeout(() => fail(tooMany()), stock.waitMs).unref();
    signal?.addEventListener('abort', gone);
    account.waiting++;
    stock.line.add(waiting);
    serve(stock);
  });
}

/** Gives what is free to those whose turn it is. */
function serve(stock: Stock): void {
  for (;;) {
    const first = stock.largest > 0 ? oldestOf(stock) : undefined;
    const waiting = turns(stock.line, first).filter((waiter) => mayHold(stock, waiter));
    const [next] = waiting.sort((a, b) => inTurn(stock, a, b, first));
    // Else a large amount might starve.
    if (!next || !hasRoom(stock, next)) return;
    stock.line.delete(next);
    take(stock, next);
    const isPassed = next.holder.isKnown && waiting.some(({ holder }) => !holder.isKnown);
    stock.passed = isPassed ? stock.passed + 1 : 0;
    next.go();
  }
}

function take(stock: Stock, { account, amount }: Waiter): void {
  stock.free -= amount;
  account.held += amount;
  account.served = ++stock.served;
}

const boundOf = ({ key, address }: Stock, { isKnown }: Holder): number => (isKnown ? key : address);

const mayHold = (stock: Stock, { holder, account, amount }: Waiter): boolean =>
  account.held + amount <= boundOf(stock, holder);

const hasRoom = (stock: Stock, { amount, share }: Waiter): boolean =>
  amount <= stock.free - stock.largest || (amount <= stock.free && share === oldestOf(stock));

/** The one that may take what is kept free: without it, all might have a part and wait for the rest of each other. */
function oldestOf({ growing }: Stock): Share | undefined {
  let first: Share | undefined;
  for (const [share, { isKnown }] of growing) {
    if (isKnown) return share;
    first ??= share;
  }
  return first;
}

/** Whoever is next of each holder, and of all. */
function turns(line: Iterable<Waiter>, first: Share | undefined): Waiter[] {
  const next = new Map<string | Share, Waiter>();
  for (const waiter of line) {
    const at = waiter.share === first ? first : waiter.holder.id;
    if (!next.has(at)) next.set(at, waiter);
  }
  return [...next.values()];
}

/** Sorts waiters; those that are alike stay in order of arrival. */
function inTurn({ all, passed }: Stock, a: Waiter, b: Waiter, first: Share | undefined): number {
  const isFirst = ({ holder }: Waiter): boolean => holder.isKnown === passed < TURNS - 1;
  // Not by the amount: large ones might starve.
  const isAbove = ({ account: { held } }: Waiter): boolean => held >= quarterOf(all);
  return (
    Number(b.share === first) - Number(a.share === first) ||
    Number(isAbove(a)) - Number(isAbove(b)) ||
    Number(isFirst(b)) - Number(isFirst(a)) ||
    a.account.held - b.account.held ||
    a.account.served - b.account.served
  );
}

const tooMany = () =>
  unavailable('Too many of these calls are under way. Nothing was done; try again.', undefined, 10);
