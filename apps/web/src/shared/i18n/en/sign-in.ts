import type { SignInResult } from '@heliograph/contract';

/** English: by which other ways somebody is known, and the same on the login page. */
export const texts = {
  intro:
    'Beside by a password somebody can be known by a proxy in front of the gateway that asks for a login of its own.',
  proxy: 'Proxy',
  proxyIntro:
    'For a proxy that knows who somebody is, such as Authelia, Authentik or a login of Caddy or nginx. It is believed only from a listed address and with the secret.',
  addresses: 'Addresses of the proxy',
  addressesHint:
    'One in each line, such as 192.168.4.2 or fd00::/64. None: no proxy is believed. List only proxies.',
  header: 'Header with the user',
  headerHint: 'The proxy has to remove it from what comes from outside.',
  secret: 'Secret of the proxy',
  secretHint: 'The proxy sends it in the header Heliograph-Proxy-Secret. It is never shown again.',
  make: 'Make a secret',
  copy: 'Copy the secret',
  made: 'Copy it into the settings of the proxy before you save.',
  strangers: 'Who has no account here',
  strangerRoles: { refused: 'is refused', viewer: 'may read' },
  account: 'Who has an account of the same name may do what that account may.',
  results: {
    SignInAddress: 'Each line is an address, or a network such as 192.168.4.0/24.',
    SignInAddressCount: 'These are too many.',
    SignInHeader:
      'This cannot be the name of the header: letters, digits and hyphens, and none that means something else.',
    SignInSecret: 'The secret must have 32 to 128 letters, digits, - and _.',
    ValuesMissing: 'Something is missing.',
  } satisfies Record<SignInResult | 'ValuesMissing', string>,
  goOn: (user: string) => `Continue as ${user}`,
  byProxy: 'The proxy in front of the gateway has logged you in.',
};
