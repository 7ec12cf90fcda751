import js from '@eslint/js';
import rxjsX from 'eslint-plugin-rxjs-x';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'coverage/**', '**/*.mjs', '**/*.cjs'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  rxjsX.configs.strict,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Nothing subscribes inside lib/ but a few named files; this rule wants every subscription to handle errors, which they do by passing the subscriber on.
      'rxjs-x/no-ignored-error': 'error',
      'rxjs-x/finnish': ['off'],
      // What was caught is passed on as it is.
      'rxjs-x/throw-error': ['error', { allowThrowingAny: false, allowThrowingUnknown: true }],
    },
  },
  {
    files: ['lib/**/*.ts'],
    rules: {
      // Time, chance and ids are injected; logs go through the logger.
      'no-restricted-globals': ['error', 'setTimeout', 'setInterval', 'console'],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Take the time from the injected scheduler.' },
        { object: 'Math', property: 'random', message: 'Take chance from the injected random.' },
      ],
    },
  },
  {
    files: ['spec/**/*.ts', 'spec-e2e/**/*.ts', 'bench/**/*.ts', 'soak/**/*.ts', 'examples/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      'rxjs-x/no-ignored-error': 'off',
      'rxjs-x/no-ignored-subscription': 'off',
    },
  },
);
