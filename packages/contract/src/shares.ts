import type * as z from 'zod/mini';
import { SHARE_NAME_MAX_LENGTH, SHARE_VALID_MAX_S, SHARE_VALID_MIN_S } from './constants.ts';
import { exactText, exactTextLike, exactWholeWithin, oneOfTexts, wireObject } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * Links that let somebody without an account read one page, or all that readers have, until their time is over. Ours alone
 * (docs/decisions/0055-share-links.md).
 */

/** The pages that a link can be for: those of readers. */
export const SHARED_PAGES = [
  ...(['home', 'modules', 'history', 'findings', 'limits', 'alerts'] as const),
  ...(['systemInfo', 'networkInfo', 'ntpInfo', 'mqttInfo', 'events', 'radio', 'console'] as const),
] as const;
export type SharedPage = (typeof SHARED_PAGES)[number];

/** What a link shows: one of the pages, or everything that whoever may read can see. */
export const SHARE_SCOPES = ['all', ...SHARED_PAGES] as const;
export type ShareScope = (typeof SHARE_SCOPES)[number];

export const ShareCreationSchema = /* @__PURE__ */ wireObject({
  name: /* @__PURE__ */ exactText({ min: 1, max: SHARE_NAME_MAX_LENGTH, fail: 'EntryName' }),
  page: /* @__PURE__ */ oneOfTexts({ texts: SHARE_SCOPES, fail: 'ValuesMissing' }),
  /** Seconds from now. */
  valid_for: /* @__PURE__ */ exactWholeWithin({
    ...{ min: SHARE_VALID_MIN_S, max: SHARE_VALID_MAX_S, fail: 'ValuesMissing' },
  }),
});
export type ShareCreation = z.infer<typeof ShareCreationSchema>;

export const ShareEndSchema = /* @__PURE__ */ wireObject({
  id: /* @__PURE__ */ exactTextLike(/^[\w-]{1,32}$/, 'ShareUnknown'),
});
export type ShareEnd = z.infer<typeof ShareEndSchema>;

export const ShareOpeningSchema = /* @__PURE__ */ wireObject({
  /** What stands behind the # of the link. */
  secret: /* @__PURE__ */ exactTextLike(/^[\w-]{1,64}$/, 'ShareUnknown'),
});
export type ShareOpening = z.infer<typeof ShareOpeningSchema>;

export interface ShareFacts {
  readonly id: string;
  readonly name: string;
  readonly page: ShareScope;
  /** Unix seconds. */
  readonly made_at: number;
  /** The same; from then on nobody gets in by it. */
  readonly expires_at: number;
  /** The same, of the last call; 0: none that is known. */
  readonly used_at: number;
  readonly expired: boolean;
}

export interface ShareList {
  readonly shares: readonly ShareFacts[];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown) => (isNumber(value) ? value : 0);
const scopeOf = (value: unknown) => SHARE_SCOPES.find((known) => known === value);

function readShare(sent: unknown): readonly ShareFacts[] {
  const page = isRecord(sent) ? scopeOf(sent.page) : undefined;
  if (!isRecord(sent) || page === undefined) return [];
  return [
    {
      ...{ id: textOf(sent.id), name: textOf(sent.name), page, expired: sent.expired === true },
      ...{ made_at: numberOf(sent.made_at), expires_at: numberOf(sent.expires_at) },
      used_at: numberOf(sent.used_at),
    },
  ];
}

/** The links that share pages, the newest last; one whose time is over stays in the list until somebody removes it. */
export const getShares: Endpoint<ShareList, ShareList> = {
  method: 'GET',
  path: '/api/heliograph/shares',
  access: 'owner',
  query: [],
  read: (value) =>
    isRecord(value) && Array.isArray(value.shares) ? { shares: value.shares.flatMap(readShare) } : undefined,
};

/** A link was made. */
export interface ShareMade extends ApiResult {
  /** It stands behind the # of the link, `/share#…`; it is told this once. */
  readonly secret?: string;
}

export interface ReceivedShareMade extends ReceivedApiResult {
  readonly secret?: string;
}

/** Makes a link by which whoever has it reads one page, or everything that readers see, and changes nothing. */
export const createShare: Endpoint<ShareMade, ReceivedShareMade, ShareCreation> = {
  method: 'POST',
  path: '/api/heliograph/share-create',
  access: 'owner',
  query: [],
  read: (value) => {
    const secret = isRecord(value) ? value.secret : undefined;
    const answer = readApiResult(value);
    return answer && (typeof secret === 'string' ? { ...answer, secret } : answer);
  },
};

/** Ends a link: nobody gets in by it any more, and the sockets of who is there are closed. */
export const endShare: Endpoint<ApiResult, ReceivedApiResult, ShareEnd> = {
  method: 'POST',
  path: '/api/heliograph/share-end',
  access: 'owner',
  query: [],
  read: readApiResult,
};

/** A link is good. */
export interface ShareOpened extends ApiResult {
  readonly page?: ShareScope;
}

export interface ReceivedShareOpened extends ReceivedApiResult {
  readonly page?: ShareScope;
}

/** Opens a link: a cookie comes along that lets this browser read what the link is for, until its time is over. */
export const openShare: Endpoint<ShareOpened, ReceivedShareOpened, ShareOpening> = {
  method: 'POST',
  path: '/api/heliograph/share-open',
  access: 'open',
  query: [],
  read: (value) => {
    const page = isRecord(value) ? scopeOf(value.page) : undefined;
    const answer = readApiResult(value);
    return answer && (page === undefined ? answer : { ...answer, page });
  },
};
