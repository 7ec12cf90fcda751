import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Kinds of events that cause no output by themselves. */
export type InputKind = 'rendered' | 'short' | 'shortest';

/** As controllers make them. Shorter ones would be a test of how V8 keeps short strings. */
const correlationId = (index: number): string => `0c9f7f2e-5b0a-4d53-9d0e-${index.toString(16).padStart(12, '0')}`;

const filler = Array.from({ length: 20 }, (_, index) => `  server s${index} 10.0.0.${index}:80 check`).join('\n');

const makers: Readonly<Record<InputKind, (index: number) => string>> = {
  // About 1 kB, each with a text of its own; without a validation nothing follows from it.
  rendered: (index) =>
    JSON.stringify({
      type: 'TemplateRenderedEvent',
      timestamp: '2026-08-14T12:00:00.000Z',
      correlationId: correlationId(index),
      haproxyConfig: `# ${index}\ndefaults\n  mode http\n  timeout client 30s\n\nbackend b\n${filler}\n${filler.slice(0, 300)}\n`.slice(0, 899).concat('\n'),
    }),
  // About 150 bytes, with what a controller gives each of its events.
  short: (index) => `{"type":"HAProxyPodsDiscoveredEvent","timestamp":"2026-08-14T12:00:00.000Z","correlationId":"${correlationId(index)}","endpoints":[]}`,
  shortest: () => '{"type":"HAProxyPodsDiscoveredEvent","endpoints":[]}',
};

/** Writes files of events into a folder of their own, each once, and removes it. */
export function createInputFiles(): { readonly file: (kind: InputKind, lines: number) => string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-deployer-bench-'));
  return {
    file: (kind, lines) => {
      const path = join(folder, `${kind}-${lines}.ndjson`);
      if (!existsSync(path)) write(path, makers[kind], lines);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function write(path: string, make: (index: number) => string, lines: number): void {
  const file = openSync(path, 'w');
  for (let index = 0; index < lines; index += 1_000) {
    const block = Array.from({ length: Math.min(1_000, lines - index) }, (_, at) => make(index + at));
    writeSync(file, `${block.join('\n')}\n`);
  }
  closeSync(file);
}
