import { type AnyEndpoint, type FirstPage, getLiveData, type ReceivedLiveData } from '@heliograph/contract';
import type { ContactSnapshot } from './contact.ts';
import type { LinkSnapshot } from './live-link.ts';
import { roleOf, type StoredUser } from './session.ts';

/** What everything shows while a page of the gateway is rendered there, or taken over here: nothing else is known then. */
export interface FirstRendering {
  readonly page: FirstPage;
  /** When it was rendered, in the clock's elapsed milliseconds. */
  readonly atMs: number;
  /** The browser got the page just now, and has not kept it. */
  readonly isFresh: boolean;
  /**
   * Whether what it says need not be asked for again: it is fresh, and was rendered for
   * who looks at it now. (Somebody may be logged in here without the cookie that says so, as after a link elsewhere.)
   */
  standsFor(user: StoredUser | undefined): boolean;
  user(): StoredUser | undefined;
  link(): LinkSnapshot;
  contact(): ContactSnapshot;
  /** The live data in it, where it has any. */
  readonly live: ReceivedLiveData | undefined;
  /** The answer to a call that the page begins with; undefined where it has none, and after `end`. */
  answerOf<Received>(endpoint: Pick<AnyEndpoint<unknown, Received>, 'path' | 'read'>): Received | undefined;
  /** The page is taken over: whoever comes later asks for itself. */
  end(): void;
}

export function createFirstRendering(page: FirstPage, atMs: number, isFresh: boolean): FirstRendering {
  const live = readLive(page);
  const user = page.reader === 'visitor' ? undefined : { ...ADMIN, role: page.reader };
  const link: LinkSnapshot = {
    running: false,
    phase: 'connecting',
    polled: false,
    stale: false,
    live,
    sinceMs: atMs,
    problem: undefined,
  };
  const contact: ContactSnapshot = { phase: 'connecting', heardAtMs: atMs, lostAtMs: undefined };
  let hasEnded = false;
  return {
    page,
    atMs,
    isFresh,
    standsFor: (viewer) => isFresh && (viewer === undefined ? 'visitor' : roleOf(viewer)) === page.reader,
    live,
    user: () => user,
    link: () => link,
    contact: () => contact,
    answerOf: ({ path, read }) =>
      hasEnded || !(path in page.answers) ? undefined : read(page.answers[path]),
    end: () => {
      hasEnded = true;
    },
  };
}

/** Somebody is logged in; who and with which password the page does not say. */
const ADMIN: StoredUser = { type: 'success', message: '', code: 10002, authdata: '' };

function readLive({ answers }: FirstPage): ReceivedLiveData | undefined {
  const { path, read } = getLiveData;
  return path in answers ? read(answers[path]) : undefined;
}
