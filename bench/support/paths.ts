import { fileURLToPath } from 'node:url';

/** A compiled file, by its path from the folder of all that is compiled. */
export const compiled = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
