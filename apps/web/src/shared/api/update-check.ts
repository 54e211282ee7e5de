import type { Services } from './services.ts';

/** What is known of newer versions. */
export type UpdateCheck =
  /** `page` shows what is new; undefined when the answer named no page of the public code host. */
  | { readonly kind: 'newer'; readonly page: string | undefined }
  | { readonly kind: 'current' }
  | { readonly kind: 'failed' };

const PAGES = 'https://github.com/';
const COMPARE_API = 'https://api.github.com/repos/';
const ANSWER_WAIT_MS = 10_000;
/** The public API counts the questions of an address. */
const KEPT_FOR_MS = 3_600_000;

/**
 * Compares a version with the newest one of a repository (`owner/name`) at the public code host. An answer is kept for
 * an hour. Nothing but the version is sent. Source: docs/specification-check.md#4-states-and-transitions and
 * docs/decisions/0021-update-check.md.
 */
export async function checkForUpdate(
  services: Pick<Services, 'clock' | 'preferences' | 'fetchPublic'>,
  repository: string,
  version: string,
): Promise<UpdateCheck> {
  const { clock, preferences } = services;
  const url = `${COMPARE_API}${repository}/compare/${encodeURIComponent(version)}...HEAD`;
  const kept = keptAnswer(preferences.read('updateCheck'), url, clock.unixMs());
  if (kept !== undefined) return kept;
  const answer = await ask(services, url);
  const check = readComparison(answer);
  if (check === undefined) return { kind: 'failed' };
  const { total_commits, html_url } = answer as Comparison;
  preferences.write(
    'updateCheck',
    JSON.stringify({ url, atMs: clock.unixMs(), answer: { total_commits, html_url } }),
  );
  return check;
}

/** The two keys of the compare API's answer that count here. */
interface Comparison {
  readonly total_commits: unknown;
  readonly html_url: unknown;
}

function readComparison(value: unknown): UpdateCheck | undefined {
  const { total_commits: ahead, html_url: page } = { ...(value as Comparison | undefined) };
  if (typeof ahead !== 'number') return undefined;
  if (ahead <= 0) return { kind: 'current' };
  return { kind: 'newer', page: typeof page === 'string' && page.startsWith(PAGES) ? page : undefined };
}

/** The body of the answer; undefined without one, whatever the reason. */
async function ask(
  { clock, fetchPublic }: Pick<Services, 'clock' | 'fetchPublic'>,
  url: string,
): Promise<unknown> {
  const controller = new AbortController();
  const cancel = clock.after(ANSWER_WAIT_MS, () => controller.abort());
  try {
    const response = await fetchPublic(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: controller.signal,
    });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined; // no network, no JSON, too slow: all the same to the user
  } finally {
    cancel();
  }
}

function keptAnswer(text: string | undefined, url: string, nowMs: number): UpdateCheck | undefined {
  try {
    const kept = JSON.parse(text ?? '{}') as { url?: unknown; atMs?: unknown; answer?: unknown };
    const ageMs = typeof kept.atMs === 'number' ? nowMs - kept.atMs : -1;
    return kept.url === url && ageMs >= 0 && ageMs < KEPT_FOR_MS ? readComparison(kept.answer) : undefined;
  } catch {
    return undefined; // not a text of ours: as if there were none
  }
}
