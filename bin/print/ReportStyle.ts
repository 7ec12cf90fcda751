import type { Paint } from './paint.js';

/** How a report on a fleet is to look. */
export interface ReportStyle {
  readonly paint: Paint;
  /** Show everything, however long. */
  readonly full: boolean;
}
