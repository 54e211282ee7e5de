/**
 * The line protocol of InfluxDB, which VictoriaMetrics, QuestDB and GreptimeDB take as well. Source:
 * docs/reference/line-protocol.md.
 *
 *   heliograph_inverter,site=Home,serial=116180000001 power_w=212.4,voltage_v=230.1 1790000000000000000
 */

/** One line. Fields that are undefined are not told; a line without any would be none. */
export interface Point {
  readonly measurement: string;
  /** What tells series apart, in this order. */
  readonly tags: readonly (readonly [name: string, value: string])[];
  readonly fields: readonly (readonly [name: string, value: number | undefined])[];
  /** Unix seconds. */
  readonly atS: number;
}

/** With a line feed at its end; empty for a point of which nothing is known. */
export function lineOf({ measurement, tags, fields, atS }: Point): string {
  const known = fields.filter(([, value]) => value !== undefined && Number.isFinite(value));
  if (known.length === 0) return '';
  const series = [measurement, ...tags.map(([name, value]) => `${name}=${tagValue(value)}`)].join(',');
  // Whole nanoseconds are more than a number can hold, so the zeros are written behind the seconds.
  return `${series} ${known.map(([name, value]) => `${name}=${value}`).join(',')} ${atS}000000000\n`;
}

/**
 * No series may look like two, or take the rest of the line for its own. A backslash has no escape of its own there, and one at the end
 * would escape what follows; a line feed would begin the next line.
 */
function tagValue(text: string): string {
  if (__WITHOUT__.lineProtocolEscapes) return text;
  const plain = text.replace(/\p{Cc}/gu, ' ').replaceAll('\\', '/');
  return plain.replace(/[,= ]/g, (mark) => `\\${mark}`);
}
