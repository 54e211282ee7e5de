import type { SignInResult } from '@heliograph/contract';
import type { OpenIdCode } from '../own-codes.ts';

/** English: by which other ways somebody is known, and the same on the login page. */
export const texts = {
  intro:
    'Beside by a password somebody can be known by a proxy in front of the gateway that asks for a login of its own, or by a provider of OpenID Connect.',
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
    SignInIssuer: 'This is no address of a provider such as https://id.example.',
    SignInPublic: 'This is no address of the gateway such as https://solar.example.',
    SignInText: 'This is missing, or too long, or has characters that nobody can see.',
    SignInGroups: 'A group stands there twice, or there are too many of them, or one is too long.',
    ValuesMissing: 'Something is missing.',
  } satisfies Record<SignInResult | 'ValuesMissing', string>,
  goOn: (user: string) => `Continue as ${user}`,
  byProxy: 'The proxy in front of the gateway has logged you in.',
  openid: {
    title: 'OpenID Connect',
    intro:
      'For a provider that knows who somebody is, such as Keycloak, Authentik or Authelia. People log in there, and the gateway never sees the password.',
    enabled: 'Log in by the provider',
    issuer: 'Address of the provider',
    issuerHint: 'As the provider writes it itself, without what follows in its addresses.',
    clientId: 'Client id',
    clientSecret: 'Client secret',
    clientSecretHint: 'As the provider has given it; empty where it has given none.',
    name: 'Text of the button',
    publicAddress: 'Address of the gateway',
    publicHint:
      'Where browsers find it, such as https://solar.example. Give the provider this address with /login as where to come back to.',
    userClaim: 'Claim with the name',
    groupsClaim: 'Claim with the groups',
    admins: 'Groups of admins',
    operators: 'Groups of operators',
    viewers: 'Groups of viewers',
    groupsHint: 'One in each line. Of several that somebody is in the highest counts.',
    strangers: 'Who is in none of these groups',
  },
  openidLogin: {
    or: 'or',
    use: (name: string) => `Log in with ${name}`,
    working: 'Logging in …',
    notLetIn: 'The provider has not let you in.',
    results: {
      21109: 'Nobody logs in by a provider here.',
      21110:
        'The provider does not answer, or not as it should. Log in with the password, or try again later.',
      21111: 'That took too long, or began in another browser. Try again.',
      21112: 'The gateway does not take what the provider says.',
      21113: 'The provider knows you, and you may not log in here.',
      21114: 'The clocks of the gateway and the provider differ. Set them first.',
      21115: 'The provider can ask who you are now.',
      21116: 'You are logged in.',
    } satisfies Record<OpenIdCode, string>,
  },
};
