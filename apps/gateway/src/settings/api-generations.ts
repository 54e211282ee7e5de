import type { ApiGenerations } from '@heliograph/contract';
import type { SettingsStore } from './settings-store.ts';

/**
 * Which API other programs are to find, as the owner has set it: ask `tellsOf2023` and `tellsNewest` whether keys of a
 * generation belong in a document.
 */
export function apiGenerations(settings: Pick<SettingsStore, 'get'>): ApiGenerations {
  return settings.get('network').api_generations;
}

/** Whether documents have what February 2023 had and newer ones have not. */
export function tellsOf2023(generations: ApiGenerations): boolean {
  return generations !== 'newest';
}

/** Whether documents have what only newer generations have. */
export function tellsNewest(generations: ApiGenerations): boolean {
  return generations !== '2023';
}
