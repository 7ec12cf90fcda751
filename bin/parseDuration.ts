import { maxTimerMs } from '../lib/validate.js';

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * Reads `500ms`, `2s`, `1.5m`, `1h` or a bare `0` as milliseconds, at most 24 days (design 8).
 *
 * @throws RangeError that names the option, what it takes and what it got.
 */
export function parseDuration(option: string, text: string): number {
  if (text.trim() === '0') return 0;
  const { amount, unit } = /^(?<amount>\d+(?:\.\d+)?)(?<unit>ms|s|m|h)$/.exec(text.trim())?.groups ?? {};
  const factor = unit === 'ms' || unit === 's' || unit === 'm' || unit === 'h' ? units[unit] : Number.NaN;
  const milliseconds = Math.round(Number(amount) * factor);
  if (!(milliseconds <= maxTimerMs)) {
    throw new RangeError(`--${option} takes a duration such as 500ms, 2s or 1m, at most 24 days, got ${JSON.stringify(text)}`);
  }
  return milliseconds;
}

/** The duration as the help shows it. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds === 0) return '0';
  if (milliseconds % 60_000 === 0) return `${milliseconds / 60_000}m`;
  return milliseconds % 1_000 === 0 ? `${milliseconds / 1_000}s` : `${milliseconds}ms`;
}
