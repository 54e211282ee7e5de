import type { ConsoleMessages } from './console-en.ts';

/** German: the console. */
export const consoleDe: ConsoleMessages = {
  label: 'the console',
};
