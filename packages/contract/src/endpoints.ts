import { type ApiResult, type ReceivedApiResult, readApiResult } from './api-result.ts';
import { type LiveData, type ReceivedLiveData, readLiveData } from './live-data.ts';

/**
 * Who may call: `open` everyone; `readonly` everyone while `allow_readonly` is on, else the admin; `admin` only the
 * admin. Source: device contract, section 1.2; decision 8.
 */
export type AccessClass = 'open' | 'readonly' | 'admin';

/** What an endpoint answers: how a client reads it, and (in the type only) what the gateway must send. */
interface Answer<Sent, Received> {
  readonly read: (value: unknown) => Received | undefined;
  readonly sent?: Sent;
}

interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  readonly access: AccessClass;
  readonly answer: Answer<unknown, unknown>;
}

const apiResult: Answer<ApiResult, ReceivedApiResult> = { read: readApiResult };

const liveData: Answer<LiveData, ReceivedLiveData> = { read: readLiveData };

/** Every call of the HTTP API. A row here makes the compiler ask the gateway for a handler. */
export const ENDPOINTS = {
  authenticate: { method: 'GET', path: '/api/security/authenticate', access: 'admin', answer: apiResult },
  getLiveData: { method: 'GET', path: '/api/livedata/status', access: 'readonly', answer: liveData },
} as const satisfies Readonly<Record<string, Endpoint>>;

export type EndpointName = keyof typeof ENDPOINTS;

type SentBy<A> = A extends Answer<infer Sent, unknown> ? Sent : never;
type ReceivedFrom<A> = A extends Answer<unknown, infer Received> ? Received : never;

/** What the gateway's handler of an endpoint returns. */
export type SentAnswer<N extends EndpointName> = SentBy<(typeof ENDPOINTS)[N]['answer']>;
/** What a client gets from an endpoint. */
export type ReceivedAnswer<N extends EndpointName> = ReceivedFrom<(typeof ENDPOINTS)[N]['answer']>;

/** One handler for each endpoint. */
export type Handlers = {
  readonly [N in EndpointName]: () => SentAnswer<N> | Promise<SentAnswer<N>>;
};
