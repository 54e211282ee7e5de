import type { ConsoleMessages } from './console-en.ts';

/** French: the console. */
export const consoleFr: ConsoleMessages = {
  label: 'the console',
};
