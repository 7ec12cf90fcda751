import type { Options } from 'yargs';

const content = 'Files beside the configuration:';
const files = { type: 'string', array: true, default: [], requiresArg: true, group: content } as const;

/** The files that a configuration given as a file refers to; the last part of each path is the name it is stored under (design D6). */
export const contentOptions = {
  map: { ...files, describe: 'Map file; repeatable, as are the next ones' },
  cert: { ...files, describe: 'PEM file with a certificate and its key, for bind and server lines' },
  ca: { ...files, describe: 'PEM file with CA certificates that the configuration names' },
  'crt-list': { ...files, describe: 'crt-list file' },
  general: { ...files, describe: 'Any other file, such as an error page' },
} as const satisfies Record<string, Options>;
