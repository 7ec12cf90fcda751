export default {
  rootDir: '.',
  roots: ['<rootDir>/spec'],
  testMatch: ['**/*.spec.ts'],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' }, sourceMaps: 'inline' }],
  },
  restoreMocks: true,
  // No spec depends on speed; this only ends one that hangs.
  testTimeout: 120_000,
};
