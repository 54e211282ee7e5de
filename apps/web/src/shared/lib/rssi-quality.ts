/**
 * WiFi signal strength in dBm as percent: 0 at -100 dBm and below, 100 at -50 dBm and above, linear between. Undefined
 * where there is no connection, which reads as 0 dBm. Source:
 * docs/specification-check.md#9-business-constants-and-limits and docs/reference/original-device.md#quirk-56.
 */
export function rssiQuality(rssiDbm: number): number | undefined {
  if (rssiDbm >= 0) return undefined;
  return Math.min(100, Math.max(0, 2 * (rssiDbm + 100)));
}
