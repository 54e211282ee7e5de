import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../access/access.ts';
import { API_HEADERS } from '../answers/response-headers.ts';

export interface WaitPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Asking sooner would only cost the gateway what it is short of. */
const ASK_AGAIN_AFTER_S = 2;

/**
 * What a browser shows in place of a page that is refused for a moment: it asks again by itself. Undefined for who
 * does not ask for a page, and for a refusal that does not pass by waiting.
 */
export function waitPageOf({ method, headers }: IncomingMessage, refusal: Refusal): WaitPage | undefined {
  const waitS = Number(refusal.headers['retry-after']);
  if (method !== 'GET' || headers.accept?.includes('text/html') !== true || !(waitS > 0)) return undefined;
  return {
    headers: {
      ...API_HEADERS,
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'content-type': 'text/html; charset=utf-8',
    },
    body: Buffer.from(pageOf(Math.max(ASK_AGAIN_AFTER_S, waitS))),
  };
}

const SENTENCES = [
  ['en', 'The gateway is busy. This page opens automatically in a moment.'],
  ['de', 'Das Gateway ist ausgelastet. Diese Seite öffnet sich gleich automatisch.'],
  ['fr', 'La passerelle est très occupée. Cette page s’ouvrira automatiquement dans un instant.'],
] as const;

function pageOf(waitS: number): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${waitS}">
<title>Heliograph</title>
</head>
<body>
${SENTENCES.map(([language, text]) => `<p lang="${language}">${text}</p>`).join('\n')}
</body>
</html>
`;
}
