import { knownReason, REBUILD_REASONS, requestedBy } from '../../../src/catalogue/changes/rebuild-reasons.js';

test('a recorded reason of a rebuild is told from others, and from the name of who asked for it', () => {
  for (const [is, text] of Object.entries(REBUILD_REASONS)) expect(knownReason(text)).toEqual({ is });
  expect(knownReason(requestedBy('王 Wei'))).toEqual({ is: 'staff', name: '王 Wei' });
  expect(knownReason('of another version')).toBeUndefined();
});
