import type { Answer } from './answer.js';
import { dataPlaneError, type Doing } from './dataPlaneError.js';
import type { DataPlaneError } from './errors.js';

/** The error for an answer that says yes and does not hold what it should; after a write nobody knows what came of it. */
export function unreadable({ status }: Answer, doing: Doing, problem: string): DataPlaneError {
  return dataPlaneError(doing, {
    code: 'api_error',
    status,
    problem,
    hints: ['See that the URL is that of a Data Plane API, and that nothing in between changes its answers.'],
    ...(doing.writes ? { outcome: 'unknown' as const } : {}),
  });
}
