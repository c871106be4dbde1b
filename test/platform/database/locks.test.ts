import { LOCKS } from '../../../src/platform/database/locks.js';

test('no two uses of an advisory lock share a number', () => {
  expect(new Set(Object.values(LOCKS)).size).toBe(Object.keys(LOCKS).length);
});
