import { createHash } from 'node:crypto';

/** Asked for newer versions when a repository is configured. Source: docs/decisions/0021-update-check.md. */
const CODE_HOST = 'https://api.github.com';

/**
 * What the page may do. Everything else comes from us; sockets to our own host are part of 'self'. There is no
 * upgrade to https, which would stop every script where the gateway is reached over plain http.
 */
const contentPolicy = ({ script = '', style = '' } = {}) =>
  [
    "default-src 'none'",
    `script-src 'self'${sourceOf(script)}`,
    `style-src 'self'${sourceOf(style)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${CODE_HOST}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // For the workers of the page and nobody else. Source: apps/web/src/shared/lib/trusted-script.ts.
    "trusted-types worker 'allow-duplicates'",
  ].join('; ');

/** Allows what stands in the page itself, and nothing else there. Source: Content Security Policy Level 3, section 2.3.1. */
function sourceOf(text: string): string {
  return text === '' ? '' : ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

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
  'content-security-policy': contentPolicy(),
  'permissions-policy': [...UNUSED_FEATURES, ...OWN_FEATURES].join(', '),
} as const;

/** The same for a page that has a script and styles in itself. */
export const webHeadersWith = (inline: { readonly script: string; readonly style: string }) => ({
  ...WEB_HEADERS,
  'content-security-policy': contentPolicy(inline),
});
