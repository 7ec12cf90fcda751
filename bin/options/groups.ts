/** Headings of the help that options of more than one table stand under. */
export const groups = {
  deploying: 'How to deploy:',
  life: 'Input, output, end:',
} as const;
