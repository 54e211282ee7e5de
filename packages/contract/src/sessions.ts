import { exactTextLike, wireObject } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/** How the body of `endSession` is checked. */
export const SessionEndSchema = /* @__PURE__ */ wireObject({
  id: /* @__PURE__ */ exactTextLike(/^[\w-]{0,32}$/, 'SessionUnknown'),
});

/** A login of a page that goes on. Never from an original device. */
export interface SessionFacts {
  readonly id: string;
  readonly user: string;
  /** Unix seconds; 0: the clock of the gateway was not set. */
  readonly since: number;
  /** The same, of the last call. */
  readonly last_used: number;
  /** From where it began. */
  readonly address: string;
  /** What the browser calls itself. */
  readonly agent: string;
  /** It is that of the call. */
  readonly own: boolean;
}

export interface SessionList {
  readonly sessions: readonly SessionFacts[];
  /** Whoever asks has no password here: a provider or a proxy says who they are. */
  readonly elsewhere?: true;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (isNumber(value) ? value : 0);

function readSession(value: unknown): SessionFacts[] {
  if (!isRecord(value) || typeof value.id !== 'string') return [];
  return [
    {
      ...{ id: value.id, user: textOf(value.user), since: numberOf(value.since) },
      ...{ last_used: numberOf(value.last_used), address: textOf(value.address) },
      ...{ agent: textOf(value.agent), own: value.own === true },
    },
  ];
}

/** The logins that go on, the last used first: an admin sees all of them, anybody else the own ones. */
export const getSessions: Endpoint<SessionList, SessionList> = {
  method: 'GET',
  path: '/api/heliograph/sessions',
  access: 'login',
  query: [],
  read: (value) =>
    isRecord(value) && Array.isArray(value.sessions)
      ? {
          sessions: value.sessions.flatMap(readSession),
          ...(value.elsewhere === true && { elsewhere: true }),
        }
      : undefined,
};
