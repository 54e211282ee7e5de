import { SOURCE_DOCUMENTS, type SourceDocument } from '@heliograph/contract';
import { PATHS } from '../../../shared/lib/paths.ts';

/** What the page of a device shows: facts, inverters, copies of its settings, or one of the documents of these. */
export type DevicePart = 'overview' | 'inverters' | 'copies' | SourceDocument;

const PARTS: readonly DevicePart[] = ['overview', 'inverters', 'copies', ...SOURCE_DOCUMENTS];

/** The address of a part of the page of a device. */
export function deviceHref(id: string, part: DevicePart = 'overview'): string {
  const query = new URLSearchParams(part === 'overview' ? { device: id } : { device: id, part });
  return `${PATHS.sources}?${query.toString()}`;
}

/** Of which device an address is the page; undefined: it is that of all sources. */
export function deviceIn(search: string): string | undefined {
  return new URLSearchParams(search).get('device') ?? undefined;
}

/** The part that an address names; what is none is the first one. */
export function partIn(search: string): DevicePart {
  const asked = new URLSearchParams(search).get('part');
  return PARTS.find((part) => part === asked) ?? 'overview';
}

/** The document that a part is; undefined where it is none. */
export function documentOf(part: DevicePart): SourceDocument | undefined {
  return SOURCE_DOCUMENTS.find((document) => document === part);
}
