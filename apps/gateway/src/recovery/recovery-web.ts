import { WEB_HEADERS } from '../http/answers/response-headers.ts';
import { isForPage, type StaticWeb } from '../http/pages/static-web.ts';
import type { WebAnswer } from '../http/pages/web-file.ts';
import { type RecoveryFacts, recoveryPage } from './recovery-page.ts';
import { RECOVERY_ICON, recoveryScript } from './recovery-script.ts';
import { RECOVERY_STYLE } from './recovery-style.ts';
import { languageOf } from './recovery-texts.ts';

const filesOf = (basePath: string): Readonly<Record<string, readonly [type: string, text: string]>> => ({
  '/recovery.js': ['text/javascript; charset=utf-8', recoveryScript(basePath)],
  '/recovery.css': ['text/css; charset=utf-8', RECOVERY_STYLE],
  '/recovery.svg': ['image/svg+xml', RECOVERY_ICON],
});

const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** One page in three languages, at every address that could be one of the web app's. */
export function createRecoveryWeb(facts: RecoveryFacts, basePath: string): StaticWeb {
  const files = filesOf(basePath);
  return {
    isBuilt: true,
    pages: undefined,
    answer(path, headers) {
      const file = Object.hasOwn(files, path) ? files[path] : undefined;
      if (file !== undefined) return answer(...file);
      // What an open page of the web app asks for is not here now.
      if (!isForPage(path, headers.accept)) {
        return answer('text/plain; charset=utf-8', 'There is nothing at this address.\n', 404);
      }
      return answer(
        'text/html; charset=utf-8',
        recoveryPage(facts, languageOf(headers['accept-language']), basePath),
      );
    },
  };
}

function answer(type: string, text: string, status: WebAnswer['status'] = 200): WebAnswer {
  return {
    status,
    headers: {
      ...WEB_HEADERS,
      'content-security-policy': CONTENT_POLICY,
      'content-type': type,
      'cache-control': 'no-store', // it is gone with the next restart
      vary: 'Accept-Language',
    },
    body: Buffer.from(text),
  };
}
