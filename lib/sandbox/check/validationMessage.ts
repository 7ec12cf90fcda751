import type { Alert } from './Validator.js';

/**
 * The message of the 400 that follows a refused push (facts 2).
 *
 * @param file Path of the temporary file that was checked; it stands in front of line numbers.
 * @param transactionId Of the failed transaction that stays behind; absent for `only_validate`.
 */
export function validationMessage(alerts: readonly Alert[], file: string, transactionId?: string): string {
  const lines = alerts.map(({ line, text }) => (line === undefined ? `config ${text}` : `config parsing [${file}:${line}] ${text}`));
  const summary = [`config Error(s) found in configuration file : ${file}`, 'config Fatal errors found in configuration.'];
  const intro = transactionId === undefined ? 'validation error: exit status 1:' : `validation error: exit status 1: err transactionId=${transactionId}`;
  return [`${intro} `, ...[...lines, ...summary].map((text) => `msg="${text}"`)].join('\n');
}
