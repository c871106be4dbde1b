import { setTimeout as sleep } from 'node:timers/promises';
import { openLimit } from '../../../src/platform/limits/limit.js';
import type { Holder } from '../../../src/platform/limits/limit.js';

const key: Holder = { id: 'key:1', isKnown: true };
const another: Holder = { id: 'key:2', isKnown: true };
const [address, neighbour] = ['192.0.2.1', '192.0.2.2'].map((id): Holder => ({ id, isKnown: false })) as [
  Holder,
  Holder,
];

const settled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((r) => setTimeout(() => r(false), 20))]);

test('a place that is given back twice is one place', async () => {
  const queue = openLimit({ all: 1 });
  const leave = await queue.enter(key);
  leave();
  leave();
  const again = await queue.enter(key);
  const next = queue.enter(key);
  expect(await settled(next)).toBe(false);
  again();
  await next;
});

test('shares of any size never pass what there is, and everybody gets a turn in order', async () => {
  const queue = openLimit({ all: 10 });
  let taken = 0;
  let most = 0;
  const order: number[] = [];
  const amounts = Array.from({ length: 60 }, (_, i) => 1 + ((i * 7) % 10));
  await Promise.all(
    amounts.map(async (amount, i) => {
      const giveBack = await queue.enter(key, { amount });
      order.push(i);
      taken += amount;
      most = Math.max(most, taken);
      await sleep(1);
      taken -= amount;
      giveBack();
    }),
  );
  expect(most).toBeLessThanOrEqual(10);
  expect(order).toEqual(amounts.map((_, i) => i));
});

test('a share above all there is takes it all', async () => {
  const queue = openLimit({ all: 10, waitMs: 50 });
  const giveBack = await queue.enter(key, { amount: 1_000 });
  await expect(queue.enter(key)).rejects.toMatchObject({ slug: 'unavailable' });
  giveBack();
  expect(await settled(queue.enter(key, { amount: 10 }))).toBe(true);
});

test('who waits too long for a large share holds nobody up who comes after', async () => {
  const queue = openLimit({ all: 10, waitMs: 100 });
  await queue.enter(key, { amount: 6 });
  const large = queue.enter(key, { amount: 8 });
  const small = queue.enter(key, { amount: 2 });
  await expect(large).rejects.toMatchObject({ status: 503 });
  await small;
});

test('work that fails gives its share back', async () => {
  const queue = openLimit({ all: 1, waitMs: 100 });
  await expect(queue.during(key, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.during(key, async () => 7)).toBe(7);
});

describe('one takes all it may, and another is served', () => {
  /** Lets in everybody who need not wait. */
  const lettingIn = () => new Promise(setImmediate);

  test.each([
    [1, 1],
    [2, 1],
    [4, 1],
    [100, 25],
  ])('of %i an address holds %i, whoever else waits', async (all, share) => {
    const queue = openLimit({ all });
    const gone = new AbortController();
    let held = 0;
    const entering = Array.from({ length: 2 * all }, () =>
      queue.enter(address, { signal: gone.signal }).then(() => held++),
    );
    await lettingIn();
    expect(held).toBe(share);
    if (all > 1) await queue.enter(neighbour);
    gone.abort(); // a waiter that is left behind would fail whichever test runs half a minute later
    expect((await Promise.allSettled(entering)).filter(({ status }) => status === 'fulfilled').length).toBe(
      share,
    );
  });

  test('a key holds all while nobody waits, and not the next that is free when somebody does', async () => {
    const queue = openLimit({ all: 4 });
    const held = await Promise.all(Array.from({ length: 4 }, () => queue.enter(key)));
    const order: string[] = [];
    for (const holder of [key, key, address, another])
      void queue.enter(holder).then(() => order.push(holder.id));
    for (const leave of held) {
      leave();
      await lettingIn();
    }
    expect(order).toEqual([another.id, address.id, key.id, key.id]);
  });

  test('of those who wait the known go first, and callers take turns', async () => {
    const queue = openLimit({ all: 1 });
    const first = await queue.enter(key);
    const order: string[] = [];
    const waiting = [address, address, address, neighbour, key, key, another].map((holder) =>
      queue.enter(holder).then((leave) => {
        order.push(holder.id);
        leave();
      }),
    );
    first();
    await Promise.all(waiting);
    expect(order.slice(0, 3)).toEqual([another.id, key.id, key.id]);
    expect(order.slice(3, 6)).toEqual([address.id, neighbour.id, address.id]);
  });

  test('of those who hold less than a quarter whoever holds least goes first, though it was served last', async () => {
    const queue = openLimit({ all: 8 });
    const running = await Promise.all(
      ['key:1', 'a', 'b', 'c', 'd', 'e', 'f'].map((id) => queue.enter({ id, isKnown: true })),
    );
    const leave = await queue.enter(another);
    const order: string[] = [];
    const waiting = [key, another].map((holder) => queue.enter(holder).then(() => order.push(holder.id)));
    leave();
    await lettingIn();
    expect(order).toEqual([another.id]);
    running.pop()!();
    await Promise.all(waiting);
  });

  test('keys that keep the line full leave each fourth turn to the addresses that wait', async () => {
    const queue = openLimit({ all: 1 });
    const order: string[] = [];
    const enter = async (holder: Holder): Promise<void> => {
      const leave = await queue.enter(holder);
      order.push(holder.id);
      if (holder.isKnown && order.length < 20) void enter(holder); // it waits again before it leaves
      await lettingIn();
      leave();
    };
    await Promise.all([key, key, another, another, address, address, neighbour].map(enter));
    expect(order.map((id) => (id.startsWith('key') ? 'key' : id)).slice(0, 13)).toEqual([
      'key', 'key', 'key', 'key', address.id, 'key', 'key', 'key', neighbour.id, 'key', 'key', 'key', address.id,
    ]); // prettier-ignore
  });

  test('an account that holds and waits for nothing is forgotten: who comes back is nobody who was served before', async () => {
    const queue = openLimit({ all: 2 });
    const running = await queue.enter(neighbour);
    (await queue.enter(address))();
    await queue.enter(key);
    const order: string[] = [];
    const waiting = [neighbour, address].map((holder) =>
      queue.enter(holder).then((leave) => {
        order.push(holder.id);
        leave();
      }),
    );
    running();
    await Promise.all(waiting);
    expect(order).toEqual([address.id, neighbour.id]);
  });

  test('a large amount gets its turn though small ones that would fit come all the time', async () => {
    const queue = openLimit({ all: 10 });
    const running = await queue.enter(key, { amount: 5 });
    const large = queue.enter(another, { amount: 8 });
    const small = queue.enter(key);
    expect(await settled(small)).toBe(false);
    expect(queue.share(key).tryGrow(1)).toBe(false);
    running();
    (await large)();
    await small;
  });
});

describe('what comes piece by piece', () => {
  test('is complete one after the other, where there is no room for all: none waits for the rest of another', async () => {
    const queue = openLimit({ all: 30, largest: 10, waitMs: 2_000 });
    const receive = async (): Promise<void> => {
      const share = queue.share(key);
      for (let n = 0; n < 10; n++) {
        await share.grow(1);
        await new Promise(setImmediate);
      }
      share.settle();
      share.leave();
    };
    await Promise.all(Array.from({ length: 20 }, receive));
    expect(queue.share(key).tryGrow(20)).toBe(true); // all but what is kept for the oldest is there again
  });

  test('of an address that sends a little and stops, takes what has come, and none of what others send', async () => {
    const queue = openLimit({ all: 400, largest: 100, waitMs: 500 });
    const slow = Array.from({ length: 99 }, () => queue.share(address));
    for (const share of slow) await share.grow(1);
    const push = queue.share(key);
    await push.grow(100);
    await push.grow(100);
    await expect(queue.share(address).grow(2)).rejects.toMatchObject({ status: 503 });
  });

  test('what is kept free is for the oldest of the known, not for an address that began before', async () => {
    const queue = openLimit({ all: 40, largest: 10, waitMs: 500 });
    await queue.enter(another, { amount: 25 });
    await queue.share(address).grow(5);
    await queue.share(key).grow(10);
    await expect(queue.share(address).grow(1)).rejects.toMatchObject({ status: 503 });
  });

  test('a share that was left takes nothing more', async () => {
    const queue = openLimit({ all: 4 });
    const share = queue.share(key);
    expect(share.tryGrow(4)).toBe(true);
    expect(queue.share(another).tryGrow(1)).toBe(false);
    share.leave();
    expect(share.tryGrow(1)).toBe(false);
    expect(queue.share(another).tryGrow(4)).toBe(true);
  });
});
