import { setTimeout as sleep } from 'node:timers/promises';
import { openQueue } from '../../src/http/queue.js';

const settled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((r) => setTimeout(() => r(false), 20))]);

test('no more are let in than there are places, the others in order of arrival', async () => {
  const queue = openQueue(2);
  const leave = [await queue.enter(), await queue.enter()];
  const order: string[] = [];
  const third = queue.enter().then((way) => (order.push('third'), way));
  const fourth = queue.enter().then((way) => (order.push('fourth'), way));
  expect(await settled(third)).toBe(false);
  leave[0]!();
  const leaveThird = await third;
  expect(await settled(fourth)).toBe(false);
  leaveThird();
  await fourth;
  expect(order).toEqual(['third', 'fourth']);
});

test('a place that is given back twice is one place', async () => {
  const queue = openQueue(1);
  const leave = await queue.enter();
  leave();
  leave();
  await queue.enter();
  expect(await settled(queue.enter())).toBe(false);
});

test('some of what was taken can be given back, and the rest once', async () => {
  const queue = openQueue(10);
  const leave = await queue.enter({ amount: 10 });
  leave(4);
  leave(8); // it has no more than 4
  const other = await queue.enter({ amount: 6 });
  expect(await settled(queue.enter({ amount: 4 }))).toBe(false);
  leave();
  leave();
  other();
  expect(await settled(queue.enter({ amount: 6 }))).toBe(true);
  expect(await settled(queue.enter())).toBe(false);
});

test('who waits too long gets a 503 with Retry-After, and takes no place', async () => {
  const queue = openQueue(1, 30);
  const leave = await queue.enter();
  await expect(queue.enter()).rejects.toMatchObject({
    slug: 'unavailable',
    headers: { 'Retry-After': '10' },
  });
  leave();
  expect(await settled(queue.enter())).toBe(true);
});

test('who goes away while waiting, or has gone before, takes no place', async () => {
  const queue = openQueue(1);
  const leave = await queue.enter();
  const gone = new AbortController();
  const waiting = queue.enter({ signal: gone.signal });
  const after = queue.enter();
  gone.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  await expect(queue.enter({ signal: gone.signal })).rejects.toThrow('left');
  leave();
  expect(await settled(after)).toBe(true);
});

test('shares of any size never pass what there is, and everybody gets a turn in order', async () => {
  const queue = openQueue(10);
  let taken = 0;
  let most = 0;
  const order: number[] = [];
  const amounts = Array.from({ length: 60 }, (_, i) => 1 + ((i * 7) % 10));
  await Promise.all(
    amounts.map(async (amount, i) => {
      const giveBack = await queue.enter({ amount });
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
  const queue = openQueue(10, 50);
  const giveBack = await queue.enter({ amount: 1_000 });
  await expect(queue.enter()).rejects.toMatchObject({ slug: 'unavailable' });
  giveBack();
  expect(await settled(queue.enter({ amount: 10 }))).toBe(true);
});

test('who waits too long for a large share holds nobody up who comes after', async () => {
  const queue = openQueue(10, 100);
  await queue.enter({ amount: 6 });
  const large = queue.enter({ amount: 8 });
  const small = queue.enter({ amount: 2 });
  await expect(large).rejects.toMatchObject({ status: 503 });
  await small;
});

test('work that fails gives its share back', async () => {
  const queue = openQueue(1, 100);
  await expect(queue.during(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.during(async () => 7)).toBe(7);
});
