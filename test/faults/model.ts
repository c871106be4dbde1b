import type { Asked } from '../support/wire.js';

/** What the table must hold of a product; null: no such product. */
export type State = { name_en: string; status: string; tags: string[] } | null;

/** A call that writes, and what it makes of the products that it names. */
export interface Write {
  kind: string;
  path: string;
  asked: Asked;
  codes: string[];
  after: (before: State) => State;
  /** what an answer of 200 must carry */
  says: (before: State[]) => object;
}

/** A call whose answer was lost, or was a 503: it took place as a whole or not at all. */
interface Doubt {
  requestId: string;
  codes: string[];
  before: State[];
  after: State[];
}

const STATUSES = ['in_stock', 'futures', 'custom', 'off'];

/**
 * The products of one writer, who alone writes them, as his acknowledged calls have left them. After a call in doubt
 * its products are left alone: a later call could not tell what it was.
 */
export class WriterModel {
  readonly known = new Map<string, State>();
  readonly doubts: Doubt[] = [];
  readonly acknowledged: string[] = [];
  private readonly mark: string;
  private readonly dice: () => number;
  private made = 0;
  private stamps = 0;

  /** @param mark begins the codes of all products of this writer */
  constructor(mark: string, dice: () => number) {
    this.mark = mark;
    this.dice = dice;
  }

  /** The writer's next call. */
  next(): Write {
    const present = [...this.known].flatMap(([code, state]) => (state ? code : []));
    const roll = this.dice();
    const stamp = `${this.mark} ${++this.stamps}`;
    if (present.length < 8 || roll < 0.4) return this.push(stamp);
    if (roll < 0.6) return edit(this.pick(present), stamp);
    if (roll < 0.75) return remove(this.pick(present));
    return this.tag(this.some(present), roll < 0.9 ? 'append' : 'replace');
  }

  /** The call was answered with success. */
  acknowledge(requestId: string, write: Write): void {
    this.acknowledged.push(requestId);
    for (const code of write.codes) this.known.set(code, write.after(this.stateOf(code)));
  }

  /** Nobody knows whether the call took place. */
  doubt(requestId: string, { codes, after }: Write): void {
    const before = codes.map((code) => this.stateOf(code));
    this.doubts.push({ requestId, codes, before, after: before.map(after) });
    for (const code of codes) this.known.delete(code);
  }

  stateOf(code: string): State {
    return this.known.get(code) ?? null;
  }

  private push(stamp: string): Write {
    const codes = [...new Set(Array.from({ length: 1 + this.roll(4) }, () => this.code()))];
    const tags = this.tags();
    const status = this.pick(STATUSES);
    return {
      kind: 'push',
      path: '/sync/push',
      codes,
      asked: {
        method: 'POST',
        json: codes.map((code) => ({
          code,
          name_cn: '故障对照品',
          name_en: stamp,
          status,
          tags: tags.join(';'),
        })),
      },
      after: () => ({ name_en: stamp, status, tags }),
      says: (before) => ({
        created: before.filter((state) => state === null).length,
        updated: before.filter((state) => state !== null).length,
        invalid: 0,
      }),
    };
  }

  private tag(codes: string[], mode: 'append' | 'replace'): Write {
    const tags = this.tags();
    return {
      kind: 'tags/apply',
      path: '/tags/apply',
      codes,
      asked: { method: 'POST', json: { codes, tags, mode } },
      after: (before) =>
        before && { ...before, tags: [...new Set([...(mode === 'append' ? before.tags : []), ...tags])] },
      says: () => ({ done: codes.length, not_found: [] }),
    };
  }

  /** A new code, or one that was there before, deleted ones too. */
  private code(): string {
    const codes = [...this.known.keys()];
    return codes.length > 0 && this.dice() < 0.5 ? this.pick(codes) : `${this.mark}-${++this.made}`;
  }

  private tags(): string[] {
    return this.some(Array.from({ length: 9 }, (_, i) => `fault-${i}`)).slice(0, 3);
  }

  private some(of: string[]): string[] {
    return [...new Set(Array.from({ length: 1 + this.roll(3) }, () => this.pick(of)))];
  }

  private pick<T>(of: T[]): T {
    return of[this.roll(of.length)]!;
  }

  private roll(sides: number): number {
    return Math.floor(this.dice() * sides);
  }
}

function edit(code: string, stamp: string): Write {
  return {
    kind: 'PUT',
    path: `/products/${code}`,
    codes: [code],
    asked: { method: 'PUT', json: { name_en: stamp } },
    after: (before) => before && { ...before, name_en: stamp },
    says: () => ({ code, updated_fields: ['name_en'] }),
  };
}

function remove(code: string): Write {
  return {
    kind: 'DELETE',
    path: `/products/${code}`,
    codes: [code],
    asked: { method: 'DELETE' },
    after: () => null,
    says: () => ({ code }),
  };
}
