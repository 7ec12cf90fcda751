import type { Options } from 'yargs';

const deploying = 'How to deploy:';

/** In which steps to deploy (design D11). */
export const rolloutOptions = {
  canary: { type: 'string', requiresArg: true, group: deploying, describe: 'Try new content on so many endpoints first: a count, or a share such as 10%' },
  'canary-wait': { type: 'string', default: '0', requiresArg: true, group: deploying, describe: 'From the end of the canaries to the start of the rest' },
  'max-failures': { type: 'number', requiresArg: true, group: deploying, describe: 'Failures after the canaries that are borne; one more stops [default: any number]' },
} as const satisfies Record<string, Options>;
