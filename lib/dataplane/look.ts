import type { OperationCounts } from '../events/types.js';
import type { RuntimeStep } from './attempt.js';
import type { RawConfiguration } from './DataPlaneClient.js';
import type { FilesLook } from './lookAtFiles.js';

/** What a look at an endpoint shows. */
export type Look =
  /** It runs what is wanted: nothing to write. */
  | {
      readonly kind: 'proved';
      readonly version: number;
      /** Where it was read. */
      readonly text?: string;
      /** Files that are left to tidy up: nothing that HAProxy reads. */
      readonly files?: FilesLook;
      /** Changes at run time that are told and left alone (design R5). */
      readonly leftAlone?: OperationCounts;
    }
  /** Something differs, or it is not proved that what is there runs. */
  | {
      readonly kind: 'differs';
      readonly found: RawConfiguration;
      readonly operations: OperationCounts;
      readonly runtime: RuntimeStep | undefined;
      /** How its files differ; absent where there are none to look after. */
      readonly files: FilesLook | undefined;
      /** It differs where the wanted content was proved or written before: somebody else changed it (design R5). */
      readonly drifted: boolean;
    };
