/**
 * Where the air writes what happens on it; the text is made only when somebody wants it. `debug`: every packet;
 * `info`: every turn and every exchange that failed, which is still several lines a minute; `warn`: what the owner
 * should know.
 */
export type AirLog = (level: 'debug' | 'info' | 'warn', message: () => string) => void;
