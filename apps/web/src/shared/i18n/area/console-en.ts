/** English: the console. */
export const consoleEn = {
  label: 'the console',
};

/** The texts of the console. */
export type ConsoleMessages = typeof consoleEn;
