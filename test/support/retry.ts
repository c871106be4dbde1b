import { jest } from '@jest/globals';

// On CI a test that fails is tried once more, and its first failure is printed: the suites start, freeze and kill real
// servers side by side, and a machine that stalls for seconds must not fail a change. What fails twice has failed.
if (process.env['CI'] === 'true') jest.retryTimes(1, { logErrorsBeforeRetry: true });
