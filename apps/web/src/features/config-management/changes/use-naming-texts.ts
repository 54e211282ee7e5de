import { createContext, use } from 'react';
import { useTexts } from '../../../shared/i18n/i18n-context.ts';
import type { NamingTexts } from './change-names.ts';

/** What inverters are called, by their serials; empty where only these are known. */
export const InverterNames = createContext<Readonly<Record<string, string>>>({});

/** The texts of all pages that have settings, and the names of inverters. */
export function useNamingTexts(): NamingTexts {
  const inverterNames = use(InverterNames);
  const texts = useTexts(
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
  return { ...texts, inverterNames };
}
