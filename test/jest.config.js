import { fileURLToPath } from 'node:url';

/** @type {import('jest').Config} */
export default {
  rootDir: '..',
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/data/', '<rootDir>/src/.*/pages/icons/'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      fileURLToPath(import.meta.resolve('@swc/jest')),
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript' },
          experimental: { keepImportAttributes: true },
        },
      },
    ],
  },
  // One Postgres server and one search engine for the whole run; each test file makes a database of its own.
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  reporters: ['default', '<rootDir>/test/support/report.mjs'],
  setupFiles: ['<rootDir>/test/support/quick-end.ts'],
  testSequencer: '<rootDir>/test/support/slowest-first.mjs',
  maxWorkers: 2,
  // What a file loaded stays in memory as modules of ECMAScript: without new workers their heaps are full after some 200 files.
  workerIdleMemoryLimit: '2GB',
  // Of the tests of a file that mostly wait (test.concurrent), so many run side by side.
  maxConcurrency: 3,
  testTimeout: 120_000,
};
