import type { NtpClient } from '../src/platform/ntp-client.ts';

/** A network without an answer: names and servers are waited for. */
export const SILENT_NTP: NtpClient = {
  addressesOf: () => new Promise(() => {}),
  ask: () => new Promise(() => {}),
};
