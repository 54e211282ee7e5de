import { isRecord, type Measured } from '@heliograph/contract';
import { cacheOfValues } from './forget-values.ts';

/**
 * The last values, as the page leaves them in this browser for when the gateway does not answer. What is kept and for how
 * long: docs/decisions/0051-on-the-phone.md.
 */
export interface KeptValues {
  /** The language of the page; it may be none that is known any more. */
  readonly locale: string;
  /** Undefined where the page follows the system. */
  readonly theme: 'light' | 'dark' | undefined;
  /** Unix milliseconds of when the values came. */
  readonly atMs: number;
  readonly power: Measured;
  readonly yieldToday: Measured;
  readonly yieldTotal: Measured;
}

/** What of the browser is used; over plain HTTP it has no caches. */
type Caches = Pick<CacheStorage, 'open' | 'delete'>;

/** As long as a login that nobody comes back to, see docs/decisions/0050-sessions-in-place-of-the-password.md. */
const KEPT_FOR_MS = 30 * 24 * 3_600_000;

const addressIn = (basePath: string) => `${basePath}/kept-values.json`;

/** Throws where the browser has no room, or wants to keep nothing. */
export async function keepValues(caches: Caches, basePath: string, values: KeptValues): Promise<void> {
  const cache = await caches.open(cacheOfValues(basePath));
  await cache.put(addressIn(basePath), new Response(JSON.stringify(values)));
}

/** What was kept; undefined where nothing was, or nothing that makes sense. What is too old goes. */
export async function readKeptValues(
  caches: Caches,
  basePath: string,
  nowMs: number,
): Promise<KeptValues | undefined> {
  const cache = await caches.open(cacheOfValues(basePath));
  const kept = await cache.match(addressIn(basePath));
  const values = readValues(await kept?.json().catch(() => undefined));
  if (values === undefined || nowMs - values.atMs > KEPT_FOR_MS) {
    await caches.delete(cacheOfValues(basePath));
    return undefined;
  }
  return values;
}

function readValues(value: unknown): KeptValues | undefined {
  if (!isRecord(value)) return undefined;
  const { locale, theme, atMs, power, yieldToday, yieldTotal } = value;
  const sums = { power, yieldToday, yieldTotal };
  if (typeof locale !== 'string' || !isFiniteNumber(atMs) || !Object.values(sums).every(isMeasured))
    return undefined;
  const isTheme = theme === 'light' || theme === 'dark';
  return {
    locale,
    atMs,
    theme: isTheme ? theme : undefined,
    ...(sums as Pick<KeptValues, keyof typeof sums>),
  };
}

function isMeasured(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { value: number, unit, digits } = value;
  const isCount = isFiniteNumber(digits) && Number.isInteger(digits) && digits >= 0 && digits <= 10;
  return (number === null || isFiniteNumber(number)) && typeof unit === 'string' && isCount;
}

const isFiniteNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
