import type { NotSavedAnswer } from '@heliograph/contract';

/** An answer that is none of a call's own: to all calls the same. */
export interface RefusalResponse {
  readonly status: number;
  readonly description: string;
  readonly header?: { readonly name: string; readonly description: string };
  /** Undefined where the body is empty. */
  readonly examples?: Readonly<Record<string, NotSavedAnswer>>;
}

const RETRY_AFTER = { name: 'Retry-After', description: 'Seconds after which it is worth asking again.' };

/** By their names among the components of the document. Their texts are those of the gateway; a test asks it. */
export const REFUSAL_RESPONSES = {
  Unreadable: {
    status: 400,
    description:
      'The request makes no sense, such as two Host headers, a body that is cut short, a parameter of which the value makes no sense, or one that names an inverter where the call is not about one.',
    examples: {
      TwoNames: { message: 'A request must have exactly one Host header.' },
      NoParameter: { message: 'This call takes no parameter inv.' },
      NoValue: { message: 'to must be later than from.' },
    },
  },
  LoginNeeded: {
    status: 401,
    description:
      'This needs a login, and user name and password (or a token in its place) were missing or wrong. The body is empty. The challenge is Basic where no browser can be behind the request, otherwise one that no browser knows; it is left out where the header X-Requested-With is there.',
    header: {
      name: 'WWW-Authenticate',
      description: 'Basic realm="Heliograph", or xBasic realm="Heliograph" for what may be a browser.',
    },
  },
  Forbidden: {
    status: 403,
    description:
      'A browser sent this for a page of another site, or a POST of a page came without X-Requested-With: XMLHttpRequest. Programs that are no browsers need no such header. Or the login is good and not enough for this call.',
    examples: {
      ForeignPage: { message: 'Pages of other sites may not call the gateway.' },
      NoMark: { message: "A browser's call that changes something needs the header X-Requested-With." },
      NotEnough: { message: 'Only an admin may do this.' },
    },
  },
  NoSuchFile: { status: 404, description: 'There is no such file. The body is empty.' },
  NoSuchInverter: {
    status: 404,
    description: 'The gateway has no inverter with the serial in inv.',
    examples: { NoSuchInverter: { message: 'There is no inverter with this serial number.' } },
  },
  TooSlow: {
    status: 408,
    description: 'The body took too long to arrive. The connection is closed.',
    examples: { TooSlow: { message: 'The gateway cannot read this request (Request Timeout).' } },
  },
  TooLarge: {
    status: 413,
    description: 'The body is larger than any that makes sense. The connection is closed.',
    examples: { TooLarge: { message: 'The gateway cannot read this request (Payload Too Large).' } },
  },
  OtherName: {
    status: 421,
    description: 'The Host header has a name that is not the gateway’s.',
    examples: {
      OtherName: {
        message:
          'The gateway does not answer to this name. Use its IP address or host name, or add the name with --allowed-hosts.',
      },
    },
  },
  TooMany: {
    status: 429,
    description: 'Too many requests, or too many failed logins, from one address.',
    header: RETRY_AFTER,
    examples: {
      TooManyRequests: { message: 'Too many requests. Please wait a moment.' },
      TooManyLogins: { message: 'Too many logins failed. Please wait a moment.' },
    },
  },
  Failed: {
    status: 500,
    description: 'Something is wrong in the gateway; its log says what.',
    examples: { Failed: { message: 'Something went wrong in the gateway.' } },
  },
  NotSaved: {
    status: 500,
    description:
      'Nothing was changed. With not_saved the disk did not take it; otherwise something is wrong in the gateway.',
    examples: {
      NotSaved: {
        message: 'The settings could not be saved (the disk is full); nothing was changed.',
        not_saved: true,
      },
      Failed: { message: 'Something went wrong in the gateway.' },
    },
  },
  Busy: {
    status: 503,
    description:
      'The gateway has no place for another connection, or is in recovery mode (then there is no Retry-After).',
    header: RETRY_AFTER,
    examples: {
      NoPlace: {
        message: 'The gateway has too many connections open. Please try again in a moment.',
      },
      RecoveryMode: {
        message:
          'The gateway is in recovery mode, because its settings are damaged. Open its page to restore a backup.',
      },
    },
  },
} as const satisfies Readonly<Record<string, RefusalResponse>>;

export type RefusalName = keyof typeof REFUSAL_RESPONSES;
