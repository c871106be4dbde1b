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
  const waiting = queue.enter(gone.signal);
  const after = queue.enter();
  gone.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  await expect(queue.enter(gone.signal)).rejects.toThrow('left');
  leave();
  expect(await settled(after)).toBe(true);
});
