import {
  ADMIN_USER_NAME,
  CONFIG_FIELD,
  CONFIG_FILE,
  ENDPOINTS,
  FILE_REFUSAL_HEADER,
  REQUESTED_WITH_HEADER,
  UPLOADS,
} from '@heliograph/contract';
import { TOO_MANY_LOGINS } from '../http/access/access.ts';

const CONFIG_PATH = `${UPLOADS.restoreConfig.path}?file=${encodeURIComponent(CONFIG_FILE)}`;
/** In recovery mode it is refused to everybody. */
const SIGN_PATH = ENDPOINTS.getLiveData.path;

/**
 * What the recovery page does. Its sentences come with the page, as data of its form; one of the gateway's for which
 * there is none is shown as it is, in English.
 */
export const recoveryScript = (basePath: string) => `'use strict';
const base = '${basePath.slice(0, -1)}';
const form = document.querySelector('form');
const texts = JSON.parse(form?.dataset.said ?? '{}');
const refusals = JSON.parse(form?.dataset.refusals ?? '{}');
const soon = () => new Promise((resolve) => { setTimeout(resolve, 1000); });
/** In which it starts again, at the latest. */
const RESTART_S = 30;
const found = document.querySelector('.found');
const button = form?.querySelector('button');
const firstLabel = button?.textContent;
let isBusy = false;

/** A failure, the field it is about, and the language of its sentence where it is not that of the page. */
function failed(text, field, lang) {
  return { text, field, lang };
}

/** By the reason that the answer names; the sentence itself where there are no words for that. */
function translated(sentence, refusal) {
  const [name, search] = refusal.split('?', 2);
  if (!Object.hasOwn(refusals, name)) return failed(sentence, 'backup', 'en');
  const params = new URLSearchParams(search);
  return failed(refusals[name].replace(/{(\\w+)}/g, (whole, key) => params.get(key) ?? whole), 'backup');
}

function authorization(password) {
  const bytes = new TextEncoder().encode('${ADMIN_USER_NAME}:' + password);
  return 'Basic ' + btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Opens the gateway when it is back, or this page anew when it is back in recovery mode. */
async function openWhenBack() {
  let wasAway = false;
  for (let second = 0; second < RESTART_S || !wasAway; second++) {
    await soon();
    const answer = await fetch(base + '${SIGN_PATH}').catch(() => undefined);
    if (answer !== undefined && answer.status !== 503) return location.replace(base + '/');
    if (answer !== undefined && (wasAway || second >= RESTART_S)) break;
    wasAway ||= answer === undefined;
  }
  location.reload();
}

async function refusalOf(answer) {
  const { status } = answer;
  const text = await answer.text();
  if (status === 401) return failed(texts.wrongPassword, 'password');
  if (status === 500) return translated(text, answer.headers.get('${FILE_REFUSAL_HEADER}') ?? '');
  const seconds = answer.headers.get('retry-after') ?? '5';
  if (status === 429 && text.includes('${TOO_MANY_LOGINS}')) return failed(texts.wait.replace('$1', seconds), 'password');
  if (status === 429 || status === 503) return failed(texts.busy.replace('$1', seconds));
  return failed(JSON.parse(text).message, undefined, 'en');
}

/** By its name or, where a browser has given it another one, by how every such file begins. */
async function isWhole(file) {
  return /\\.backup$/i.test(file.name) || (await file.slice(0, 15).text()) === 'SQLite format 3';
}

function send(path, file) {
  const body = new FormData();
  body.append('${CONFIG_FIELD}', file, '${CONFIG_FILE}');
  const headers = {
    Authorization: authorization(form.elements.password.value),
    '${REQUESTED_WITH_HEADER.name}': '${REQUESTED_WITH_HEADER.value}',
  };
  return fetch(base + path, { method: 'POST', headers, body });
}

/** What is in a backup of everything; undefined: another file was chosen. */
function tell(preview) {
  found.hidden = preview === undefined;
  button.textContent = preview === undefined ? firstLabel : button.dataset.again;
  if (preview === undefined) return;
  const { lang } = document.documentElement;
  const options = { dateStyle: 'medium', timeStyle: 'short' };
  const at = preview.at === undefined ? texts.noClock : new Date(1000 * preview.at).toLocaleString(lang, options);
  found.querySelector('p').textContent = texts.found.replace('$1', () => at).replace('$2', () => preview.version);
  const security = preview.sections.find(({ section }) => section === 'security');
  found.querySelector('.new-password').hidden = !security?.values.some(({ hidden }) => hidden);
  found.querySelector('label').hidden = !preview.has_history;
}

/** Has the gateway look into a backup of everything, and restores it when its owner has seen what it is. */
async function restoreWhole(file) {
  if (found.hidden) {
    show({ done: texts.looking });
    const answer = await send('${UPLOADS.previewBackup.path}', file);
    if (!answer.ok) return refusalOf(answer);
    tell(await answer.json());
    return 'looked';
  }
  const { hidden } = found.querySelector('label');
  const withHistory = !hidden && form.elements.history.checked;
  const answer = await send('${UPLOADS.restoreBackup.path}' + (withHistory ? '?history=1' : ''), file);
  return answer.ok ? undefined : refusalOf(answer);
}

async function restore() {
  const sign = await fetch(base + '${SIGN_PATH}');
  if (sign.status !== 503 && sign.status !== 429) {
    document.querySelector('.open').hidden = false;
    return failed(texts.over);
  }
  const [file] = form.elements.backup.files;
  if (await isWhole(file)) return restoreWhole(file);
  const answer = await send('${CONFIG_PATH}', file);
  return answer.ok ? undefined : refusalOf(answer);
}

function show({ done = '', failure }) {
  const told = document.querySelector('.failure');
  document.querySelector('output').textContent = done;
  told.lang = failure?.lang ?? document.documentElement.lang;
  told.textContent = failure?.text ?? '';
  for (const name of ['password', 'backup']) {
    const field = form.elements[name];
    if (failure?.field !== name) {
      field.removeAttribute('aria-invalid');
      field.removeAttribute('aria-describedby');
      continue;
    }
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', told.id);
    field.focus();
  }
}

form?.elements.backup.addEventListener('change', () => {
  tell(undefined);
  show({});
});
form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (isBusy) return;
  isBusy = true;
  button.setAttribute('aria-disabled', 'true');
  show({ done: texts.sending });
  const failure = await restore().catch(() => failed(texts.lost));
  if (failure === undefined) {
    show({ done: texts.done });
    void openWhenBack();
    return;
  }
  show(failure === 'looked' ? { done: texts.check } : { failure });
  isBusy = false;
  button.removeAttribute('aria-disabled');
});
`;

export const RECOVERY_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#16315f"/>
<g fill="none" stroke="#ffc043" stroke-width="2.4" stroke-linecap="round">
<circle cx="16" cy="16" r="5.2" fill="#ffc043"/>
<path d="M16 4.6v2.6M16 24.8v2.6M4.6 16h2.6M24.8 16h2.6M7.9 7.9l1.9 1.9M22.2 22.2l1.9 1.9M24.1 7.9l-1.9 1.9M9.8 22.2l-1.9 1.9"/>
</g>
</svg>
`;
