import type { PositionalOptions } from 'yargs';

/** What FILE may be, wherever it is a content with its files. */
export const contentForms = 'haproxy.cfg, "-" for standard input, or a folder with haproxy.cfg and maps/, certs/, ca/, crt-lists/, general/';

/** FILE of the commands that need one. */
export const filePositional = { type: 'string', demandOption: true, describe: contentForms } as const satisfies PositionalOptions;
