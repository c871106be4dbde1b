import { setTimeout as sleep } from 'node:timers/promises';
import { openBudget } from '../../src/media/budget.js';

test('what is taken never passes the budget, and everybody gets a turn in order', async () => {
  const budget = openBudget(10);
  let taken = 0;
  let most = 0;
  const order: number[] = [];
  const amounts = Array.from({ length: 60 }, (_, i) => 1 + ((i * 7) % 10));
  await Promise.all(
    amounts.map(async (amount, i) => {
      const giveBack = await budget.take(amount);
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

test('an amount above the whole budget takes it all, and nothing is given back twice', async () => {
  const budget = openBudget(10, 50);
  const giveBack = await budget.take(1_000);
  await expect(budget.take(1)).rejects.toMatchObject({ slug: 'unavailable' });
  giveBack();
  giveBack();
  const all = await budget.take(10);
  await expect(budget.take(1)).rejects.toMatchObject({ slug: 'unavailable' });
  all();
});

test('who waits too long is refused with 503 and Retry-After, and holds nobody up who comes after', async () => {
  const budget = openBudget(10, 100);
  const giveBack = await budget.take(6);
  const large = budget.take(8);
  const small = budget.take(2);
  await expect(large).rejects.toMatchObject({
    status: 503,
    headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
  });
  (await small)();
  giveBack();
});

test('work that fails gives its share back', async () => {
  const budget = openBudget(1, 100);
  await expect(budget.during(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await budget.during(async () => 7)).toBe(7);
});
