import type { NtpClient } from '../src/platform/ntp-client.ts';

/** The one name that is known at once to lead nowhere. */
export const NO_TIME_SERVER = 'nowhere.invalid';

/** A network without an answer: names and servers are waited for. */
export const SILENT_NTP: NtpClient = {
  addressesOf: (server) => (server === NO_TIME_SERVER ? Promise.resolve([]) : new Promise(() => {})),
  ask: () => new Promise(() => {}),
};
