import type { RuntimeAction } from './runtimeActions.js';

/** One difference between two configurations, in the direction from the current to the wanted one. */
export interface Change {
  readonly action: 'create' | 'update' | 'delete' | 'reorder';
  /** What is changed: a section kind (`backend`) or the keyword of a line, without `no` (`server`, `http-request`, `option`); `line` for any other word. */
  readonly kind: string;
  /** Kind and name of the section that it is in; `name` is empty for sections without one. */
  readonly section: string;
  readonly name: string;
  /** Name of the thing where it has one: server, ACL. */
  readonly item?: string;
  /** The old and the new line as written, secrets included: for the masker, not for the log. */
  readonly before?: string;
  readonly after?: string;
  /** Number of the line, in the wanted text, or in the current one for what is deleted. */
  readonly line: number;
  /** What makes the change in the running process; `undefined` when only a reload does. Empty when nothing there has to change. */
  readonly actions?: readonly RuntimeAction[];
  /** Why a reload is needed, or how it is done without one. */
  readonly reason: string;
}

/** The place of a change. */
export type Place = Pick<Change, 'section' | 'name'>;
