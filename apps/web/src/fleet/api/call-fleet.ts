import {
  FLEET_CALLS,
  type FleetAnswer,
  type FleetBodies,
  type FleetCallName,
  REFUSALS,
  type RefusalName,
} from '@heliograph/fleet-contract';

/** Why a call came to nothing. */
export type FleetFailure =
  | { readonly kind: 'refused'; readonly refusal: RefusalName; readonly retryAfterS: number | undefined }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unreadable' };

export type FleetResult<Answer> = { readonly kind: 'answered'; readonly answer: Answer } | FleetFailure;

type Query<C extends FleetCallName> = NonNullable<(typeof FLEET_CALLS)[C]['query']>[number];

/** What a call is asked with. */
export type FleetInput<C extends FleetCallName> = {
  readonly query?: { readonly [Key in Query<C>]?: string };
} & (C extends keyof FleetBodies ? { readonly body: FleetBodies[C] } : { readonly body?: undefined });

export type CallFleet = <C extends FleetCallName>(
  name: C,
  input: FleetInput<C>,
) => Promise<FleetResult<FleetAnswer<C>>>;

interface CallParts {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  readonly clock: { after(delayMs: number, action: () => void): () => void };
  /** Nobody is logged in any more. */
  readonly onLoginOver: () => void;
}

/** A history over a slow line may take so long; a server that has not answered by then does not. */
const GIVE_UP_AFTER_MS = 20_000;

export function createCallFleet({ fetch, clock, onLoginOver }: CallParts): CallFleet {
  return async (name, { query, body }) => {
    const { method, path } = FLEET_CALLS[name];
    const search = new URLSearchParams({ ...query }).toString();
    const giveUp = new AbortController();
    const stop = clock.after(GIVE_UP_AFTER_MS, () => giveUp.abort());
    try {
      const response = await fetch(search === '' ? path : `${path}?${search}`, {
        method,
        signal: giveUp.signal,
        ...(method === 'POST' && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      if (response.ok) return await readAnswer(response);
      const failure = await readRefusal(response);
      if (failure.kind === 'refused' && failure.refusal === 'login') onLoginOver();
      return failure;
    } catch {
      return { kind: 'unreachable' }; // no answer at all: the reason is the browser's own, in its own words
    } finally {
      stop();
    }
  };
}

async function readAnswer<Answer>(response: Response): Promise<FleetResult<Answer>> {
  try {
    return { kind: 'answered', answer: (await response.json()) as Answer };
  } catch {
    return { kind: 'unreadable' }; // something in between has answered in the server's place
  }
}

/** What is said with a status that is not 2xx. */
export async function readRefusal(response: Response): Promise<FleetFailure> {
  const said: unknown = await response.json().catch(() => undefined);
  const name = typeof said === 'object' && said !== null && 'refusal' in said ? said.refusal : undefined;
  const refusal = REFUSALS.find((one) => one === name);
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (refusal !== undefined)
    return { kind: 'refused', refusal, retryAfterS: Number.isFinite(wait) ? wait : undefined };
  // A proxy whose server is away answers in its place.
  return response.status >= 502 && response.status <= 504 ? { kind: 'unreachable' } : { kind: 'unreadable' };
}
