import { InputError } from './InputError.js';
import type { AuxiliaryFile, TemplateRenderedEvent } from './types.js';

declare global {
  interface String {
    /** ES2024; Node has it from version 20. */
    isWellFormed(): boolean;
  }
}

/** Gives the event back unless its configuration or a file of it can never be stored as it is. */
export function checkContent(event: TemplateRenderedEvent): TemplateRenderedEvent | InputError {
  return configProblem(event.haproxyConfig) ?? filesProblem(event) ?? event;
}

const notBlank = /\S/;

function configProblem(config: string): InputError | undefined {
  if (!notBlank.test(config)) return new InputError('is empty, and a configuration has at least one section', { field: 'haproxyConfig' });
  const nul = config.indexOf('\0');
  if (nul >= 0) {
    const line = config.slice(0, nul).split('\n').length;
    return new InputError(`has a NUL byte in line ${line}, where HAProxy would stop reading`, { field: 'haproxyConfig' });
  }
  return config.isWellFormed() ? undefined : new InputError(halfPair, { field: 'haproxyConfig' });
}

const halfPair = 'has half of a surrogate pair, which UTF-8 cannot hold';

function filesProblem({ auxiliaryFiles = {} }: TemplateRenderedEvent): InputError | undefined {
  for (const [kind, files] of Object.entries<readonly AuxiliaryFile[] | undefined>({ ...auxiliaryFiles })) {
    for (const [index, { path, content }] of (files ?? []).entries()) {
      const field = `auxiliaryFiles.${kind}[${index}]`;
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (name === '' || name === '.' || name === '..') return new InputError('does not end in the name of a file', { field: `${field}.path` });
      if (path.includes('\0')) return new InputError('has a NUL byte', { field: `${field}.path` });
      if (!path.isWellFormed()) return new InputError(halfPair, { field: `${field}.path` });
      if (!content.isWellFormed()) return new InputError(halfPair, { field: `${field}.content` });
    }
  }
  return undefined;
}
