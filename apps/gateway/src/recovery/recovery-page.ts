import { ADMIN_USER_NAME } from '@heliograph/contract';
import { htmlText as html } from '../http/pages/html-text.ts';
import type { RecoverySettings } from '../settings/recovery-settings.ts';
import { DATABASE_FILE } from '../settings/settings-database.ts';
import { RECOVERY_TEXTS, type RecoveryLanguage } from './recovery-texts.ts';
import type { RecoveryTexts } from './recovery-wording.ts';

export interface RecoveryFacts extends Pick<RecoverySettings, 'lostFiles' | 'password'> {
  /** Configurations of before a factory reset that lie in the data folder. */
  readonly copies: readonly string[];
  /** What was measured lies there. */
  readonly hasHistory: boolean;
  /** Of the machine. */
  readonly hostName: string;
}

/** The recovery page, as HTML: what is wrong, the form, and what it all means. */
export function recoveryPage(facts: RecoveryFacts, language: RecoveryLanguage, basePath: string): string {
  const texts = RECOVERY_TEXTS[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Heliograph: ${html(texts.title)}</title>
<link rel="icon" href="${basePath}recovery.svg">
<link rel="stylesheet" href="${basePath}recovery.css">
<script src="${basePath}recovery.js" defer></script>
</head>
<body>
<header><p><img src="${basePath}recovery.svg" width="28" height="28" alt=""> Heliograph <span>${html(facts.hostName)}</span></p></header>
<main>
<h1>${html(texts.title)}</h1>
<div class="problem">
${PROBLEM_ICON}
<div>${problems(facts, texts)}<p>${html(texts.started)}</p></div>
</div>
<section>
<h2>${html(texts.heading)}</h2>
${facts.password === 'lost' ? `<p>${html(texts.locked)}</p>` : form(texts, texts.password[facts.password], basePath)}
</section>
<section>
<h2>${html(texts.waysHeading)}</h2>
<ul>
${waysOn(facts, texts)
  .map((way) => `<li>${html(way)}</li>`)
  .join('\n')}
</ul>
</section>
<section>
<h2>${html(texts.meaningHeading)}</h2>
<p>${html(texts.resting)}</p>
${areAllGone(facts) ? '' : `<p>${html(texts.kept)}</p>`}
</section>
</main>
</body>
</html>
`;
}

const PROBLEM_ICON = `<svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M12 3 2.5 20h19zM12 10v4M12 17v.01"/></svg>`;

const areAllGone = ({ lostFiles }: RecoveryFacts) => lostFiles.every(({ isMissing }) => isMissing);

function problems(facts: RecoveryFacts, texts: RecoveryTexts): string {
  if (areAllGone(facts) && facts.lostFiles.some(({ fileName }) => fileName === DATABASE_FILE)) {
    const history = facts.hasHistory ? ` ${html(texts.historyThere)}` : '';
    return `<p><strong>${html(texts.gone)}</strong>${history}</p>`;
  }
  const sentence = (isMissing: boolean) => {
    const names = facts.lostFiles
      .filter((file) => file.isMissing === isMissing)
      .map(({ fileName }) => `\`${fileName}\``);
    if (names.length === 0) return '';
    const say = isMissing ? texts.missing : texts.damaged;
    return `<p><strong>${html(say(names.join(', '), names.length === 1))}</strong></p>`;
  };
  return sentence(false) + sentence(true);
}

function waysOn({ copies, hasHistory }: RecoveryFacts, texts: RecoveryTexts): readonly string[] {
  const named = copies.map((name) => `\`${name}\``).join(', ');
  return [
    texts.whereBackups,
    ...(copies.length === 0 ? [] : [texts.copies(named)]),
    texts.goodCopy,
    texts.otherFolder,
    ...(hasHistory ? [texts.keepHistory] : []),
  ];
}

/** The field of the user's name is for programs that keep passwords. */
function form(texts: RecoveryTexts, password: string, basePath: string): string {
  return `<form data-said="${html(JSON.stringify(texts.said))}" data-refusals="${html(JSON.stringify(texts.refusals ?? {}))}">
<input name="username" autocomplete="username" value="${ADMIN_USER_NAME}" hidden>
<label><span>${html(password)}</span>
<input name="password" type="password" autocomplete="current-password" required></label>
<label><span>${html(texts.file)}</span>
<input name="backup" type="file" accept=".json,.backup,application/json" required></label>
<div class="found" hidden>
<p></p>
<p class="new-password">${html(texts.newPassword)}</p>
<label class="choice"><input name="history" type="checkbox" checked> <span>${html(texts.withHistory)}</span></label>
</div>
<button data-again="${html(texts.restoreThis)}">${html(texts.send)}</button>
<div><output></output><p class="failure" id="failure" role="alert"></p></div>
<p class="open" hidden><a href="${basePath}">${html(texts.open)}</a></p>
<noscript><p>${html(texts.noScript)}</p></noscript>
</form>`;
}
