const DAY_S = 86_400;

/**
 * A span in seconds as whole days and `HH:MM:SS`. Source: docs/specification-check.md#9-business-constants-and-limits.
 */
export function uptime(seconds: number): { readonly days: number; readonly time: string } {
  const wholeS = Math.max(0, Math.trunc(seconds));
  const parts = [wholeS / 3600, wholeS / 60, wholeS].map((part, index) =>
    String(Math.trunc(part) % (index === 0 ? 24 : 60)).padStart(2, '0'),
  );
  return { days: Math.trunc(wholeS / DAY_S), time: parts.join(':') };
}
