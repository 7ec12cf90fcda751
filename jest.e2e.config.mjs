import base from './jest.config.mjs';

/** Real programs in real time: their start, reloads and stop need seconds, never exact ones. */
export default {
  ...base,
  roots: ['<rootDir>/spec-e2e'],
  testTimeout: 30_000,
  maxWorkers: 2,
};
