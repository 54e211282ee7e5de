/**
 * Where the air writes what happens on it. The text is made only when somebody wants it: `debug` lines hold every
 * packet.
 */
export type AirLog = (level: 'debug' | 'info' | 'warn', message: () => string) => void;
