import { useTexts } from '../../../shared/i18n/i18n-context.ts';
import type { NamingTexts } from './change-names.ts';

/** The texts of all pages that have settings. */
export function useNamingTexts(): NamingTexts {
  return useTexts(
    'common',
    'device',
    'gateway',
    'history',
    'house',
    'info',
    'inverters',
    'login',
    'modules',
    'mqtt',
    'network',
    'sources',
    'time',
  );
}
