import { openAnswerCache, sizeOfText } from '../../../src/platform/http/answer-cache.js';

const made =
  (value: string, keep = true) =>
  () =>
    Promise.resolve({ value, keep });
const open = (bytes = 1_000_000) => openAnswerCache(bytes, sizeOfText);

test('does not keep an answer that was made while the index changed, nor one that may not be kept', async () => {
  const cache = open();
  cache.enable(true);
  let finish: (answer: { value: string; keep: boolean }) => void = () => {};
  const slow = cache.answer(
    () => 'q',
    () => new Promise((resolve) => (finish = resolve)),
  );
  cache.invalidate();
  finish({ value: 'old', keep: true });
  expect(await slow).toBe('old');
  expect(await cache.answer(() => 'q', made('degraded', false))).toBe('degraded');
  expect(await cache.answer(() => 'q', made('new'))).toBe('new');
});

test('takes no more bytes than it may', async () => {
  const cache = open(64_000);
  cache.enable(true);
  for (let n = 0; n < 500; n++) await cache.answer(() => `q${n}`, made('x'.repeat(400)));
  expect(cache.numbers.bytes).toBeLessThanOrEqual(64_000);
  expect(cache.numbers.bytes).toBeGreaterThan(10_000);
  await cache.answer(() => 'large', made('x'.repeat(60_000)));
  expect(await cache.answer(() => 'large', made('other'))).toBe('other');
});
