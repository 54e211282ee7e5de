/** Asked for newer versions when a repository is configured. Source: docs/decisions/0021-update-check.md. */
const CODE_HOST = 'https://api.github.com';

/**
 * What the page may do. Everything else comes from us; sockets to our own host are part of 'self'. There is no
 * upgrade to https, which would stop every script where the gateway is reached over plain http.
 */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  `connect-src 'self' ${CODE_HOST}`,
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** The page of the time settings asks for the place of the plant, when somebody presses the button for it. */
const OWN_FEATURES = ['geolocation=(self)'];
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'gyroscope',
  'magnetometer',
  'microphone',
  'payment',
  'usb',
].map((feature) => `${feature}=()`);

const EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Headers of an answer of the API: nobody keeps it, nobody shows it as a page. */
export const API_HEADERS = {
  ...EVERY_ANSWER,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Headers of an answer of the web app; how long it may be kept is its own matter. */
export const WEB_HEADERS = {
  ...EVERY_ANSWER,
  'content-security-policy': CONTENT_POLICY,
  'permissions-policy': [...UNUSED_FEATURES, ...OWN_FEATURES].join(', '),
} as const;
