const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';
const TEXT = /^[a-z]+, ([a-z]{3})[a-z]* +(\d{1,2}) (\d{4}) (\d{2}):(\d{2}):(\d{2})$/i;

/**
 * Reads the device's local time, `Monday, February 06 2023 20:26:21`, as the unix milliseconds at which UTC shows these
 * digits; undefined for any other text. Source: docs/reference/original-device.md#time.
 */
export function readDeviceLocalTime(text: string): number | undefined {
  const [, monthName = '', ...digits] = TEXT.exec(text) ?? [];
  const [day = 0, year = 0, hour = 0, minute = 0, second = 0] = digits.map(Number);
  const month = MONTHS.indexOf(monthName.toLowerCase()) / 3;
  const date = new Date(Date.UTC(year, month, day, hour, minute, second));
  const isMoment = date.getUTCMonth() === month && hour < 24 && minute < 60 && second < 60;
  return isMoment && year > 0 ? date.getTime() : undefined;
}
