import { WEB_HEADERS } from '../http/response-headers.ts';
import type { StaticWeb, WebAnswer } from '../http/static-web.ts';
import { RECOVERY_SCRIPT, RECOVERY_STYLE } from './recovery-files.ts';
import { languageOf, RECOVERY_TEXTS, type RecoveryLanguage, type RecoveryTexts } from './recovery-texts.ts';

export interface RecoveryFacts {
  /** The damaged file, as in `dtu.json`. */
  readonly fileName: string;
  /** Somebody knows the password that a restore takes. */
  readonly hasPassword: boolean;
}

const SCRIPT_PATH = '/recovery.js';
const STYLE_PATH = '/recovery.css';
/** What an open page of the web app asks for; it is not here now. */
const NOT_THE_PAGE = /^\/(assets\/|favicon\.ico$)|\.\w+$/;

const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** One page in three languages, at every address that could be one of the web app's. */
export function createRecoveryWeb(facts: RecoveryFacts): StaticWeb {
  return {
    isBuilt: true,
    answer(path, headers) {
      if (path === SCRIPT_PATH) return answer('text/javascript', RECOVERY_SCRIPT);
      if (path === STYLE_PATH) return answer('text/css', RECOVERY_STYLE);
      if (NOT_THE_PAGE.test(path)) return answer('text/plain', 'There is no such file.\n', 404);
      return answer('text/html', pageOf(facts, languageOf(headers['accept-language'])));
    },
  };
}

function answer(type: string, text: string, status: WebAnswer['status'] = 200): WebAnswer {
  return {
    status,
    headers: {
      ...WEB_HEADERS,
      'content-security-policy': CONTENT_POLICY,
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store', // it is gone with the next restart
      vary: 'Accept-Language',
    },
    body: Buffer.from(text),
  };
}

function pageOf({ fileName, hasPassword }: RecoveryFacts, language: RecoveryLanguage): string {
  const texts = RECOVERY_TEXTS[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Heliograph: ${escaped(texts.title)}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
<script src="${SCRIPT_PATH}" defer></script>
</head>
<body>
<main>
<h1>${escaped(texts.title)}</h1>
<p class="damaged">${escaped(texts.damaged(fileName))}</p>
<p>${escaped(texts.resting)}</p>
<p>${escaped(texts.kept)}</p>
<h2>${escaped(texts.heading)}</h2>
${hasPassword ? formOf(texts) : `<p>${escaped(texts.locked)}</p>`}
</main>
</body>
</html>
`;
}

function formOf(texts: RecoveryTexts): string {
  const data = [
    ['sending', texts.sending],
    ['done', texts.done],
    ['wrong-password', texts.wrongPassword],
    ['wait', texts.wait],
    ['lost', texts.lost],
  ] as const;
  return `<form ${data.map(([name, text]) => `data-${name}="${escaped(text)}"`).join(' ')}>
<label>${escaped(texts.password)}
<input name="password" type="password" autocomplete="current-password" required></label>
<label>${escaped(texts.file)}
<input name="backup" type="file" accept=".json,application/json" required></label>
<button>${escaped(texts.send)}</button>
<p><output></output></p>
</form>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
