import { type Handlers, result } from '@heliograph/contract';
import type { AccessLog } from '../../accounts/access-log.ts';
import type { Shares } from '../../accounts/shares.ts';
import { noteDeed } from '../../platform/acting-user.ts';
import { TooManyLoginsError } from '../access/login-ended-error.ts';
import type { ShareCookies } from '../access/share-cookies.ts';
import type { ClientLimits } from '../limits/client-limits.ts';

type ShareHandlers = Pick<Handlers, 'getShares' | 'createShare' | 'endShare' | 'openShare'>;

export interface ShareHandlerOptions {
  readonly shares: Shares;
  readonly shareCookies: Pick<ShareCookies, 'setCookie'>;
  readonly limits: Pick<ClientLimits, 'clientOf' | 'logins'>;
  readonly accessLog: Pick<AccessLog, 'note' | 'noteRefused'>;
}

/** Where a link leads: what stands in the list of who was here in place of a name. */
const OPENING = '/share';

/** Links that share pages. */
export function createShareHandlers(options: ShareHandlerOptions): ShareHandlers {
  const { shares, shareCookies, limits, accessLog } = options;
  return {
    getShares: () => ({
      shares: shares.all().map(({ id, name, page, madeAtS, expiresAtS, usedAtS, isExpired }) => ({
        ...{ id, name, page, made_at: madeAtS, expires_at: expiresAtS, used_at: usedAtS, expired: isExpired },
      })),
    }),
    async createShare(made) {
      noteDeed({ on: made.name });
      const created = await shares.create(made);
      if (typeof created === 'string') return result(created);
      return { ...result('ShareMade'), secret: created.secret.reveal() };
    },
    async endShare({ id }) {
      noteDeed({ on: shares.all().find((share) => share.id === id)?.name });
      return result((await shares.end(id)) ? 'ShareEnded' : 'ShareUnknown');
    },
    openShare({ secret }, _query, { visit }) {
      const client = limits.clientOf(visit?.address ?? '');
      const waitS = limits.logins.waitS(client);
      if (waitS > 0) throw new TooManyLoginsError(waitS);
      const opened = shares.open(secret);
      if (typeof opened === 'string') {
        // A link whose time is over is no guess.
        if (opened === 'ShareUnknown') {
          limits.logins.countFailure(client);
          accessLog.noteRefused(OPENING, client.address);
        }
        return result(opened);
      }
      const { share, key, leftS } = opened;
      const { agent = '' } = visit ?? {};
      accessLog.note({ kind: 'opened', user: share.name, address: client.address, agent });
      if (visit !== undefined) visit.setCookie(shareCookies.setCookie(visit, key, leftS));
      return { ...result('Authenticated'), page: share.page };
    },
  };
}
