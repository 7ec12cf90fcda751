import { defaults } from '../defaults.js';
import type { TemplateRenderedEvent } from '../events/types.js';

/**
 * Renders that wait for their validation, oldest first (design S1).
 *
 * At most 16 wait and at most 256 MiB of them in all; the oldest is forgotten first, and the newest
 * is always kept.
 */
export type Renders = readonly WaitingRender[];

export interface WaitingRender {
  readonly render: TemplateRenderedEvent;
  readonly bytes: number;
}

/** Adds a render; one under the same correlation id is replaced and becomes the newest. */
export function addRender(renders: Renders, render: TemplateRenderedEvent): Renders {
  const kept = renders.filter(
    (waiting) => render.correlationId === undefined || waiting.render.correlationId !== render.correlationId,
  );
  kept.push({ render, bytes: sizeOf(render) });
  let total = kept.reduce((sum, waiting) => sum + waiting.bytes, 0);
  let first = 0;
  while (first < kept.length - 1 && (kept.length - first > defaults.maxWaitingRenders || total > defaults.maxWaitingRenderBytes)) {
    total -= kept[first]?.bytes ?? 0;
    first += 1;
  }
  return first === 0 ? kept : kept.slice(first);
}

/** The render that a validation speaks of: the one with its correlation id; without an id, the newest. */
export function findRender(renders: Renders, correlationId: string | undefined): TemplateRenderedEvent | undefined {
  const found = correlationId === undefined ? renders.at(-1) : renders.find(({ render }) => render.correlationId === correlationId);
  return found?.render;
}

/** Forgets a render and all that are older: their validation would come too late to count. */
export function forgetUpTo(renders: Renders, render: TemplateRenderedEvent): Renders {
  return renders.slice(renders.findIndex((waiting) => waiting.render === render) + 1);
}

/** Forgets one render: it was refused. */
export function forget(renders: Renders, render: TemplateRenderedEvent): Renders {
  return renders.filter((waiting) => waiting.render !== render);
}

/** Bytes of UTF-8 of the text and the files. */
function sizeOf({ haproxyConfig, auxiliaryFiles }: TemplateRenderedEvent): number {
  if (auxiliaryFiles === undefined) return Buffer.byteLength(haproxyConfig);
  const { maps = [], sslCertificates = [], sslCaFiles = [], crtListFiles = [], generalFiles = [] } = auxiliaryFiles;
  const files = [maps, sslCertificates, sslCaFiles, crtListFiles, generalFiles].flat();
  return files.reduce((sum, file) => sum + Buffer.byteLength(file.content), Buffer.byteLength(haproxyConfig));
}
