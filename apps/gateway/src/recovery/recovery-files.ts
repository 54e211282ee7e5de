import {
  ADMIN_USER_NAME,
  CONFIG_FIELD,
  CONFIG_FILE,
  REQUESTED_WITH_HEADER,
  UPLOADS,
} from '@heliograph/contract';

/** What the recovery page loads. The web app is no part of it: it needs settings to show. */

export const RECOVERY_STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 40rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.2rem; margin-top: 2rem; }
label { display: block; margin: 1rem 0; }
input { display: block; box-sizing: border-box; width: 100%; margin-top: 0.25rem; padding: 0.5rem; font: inherit; }
button { padding: 0.6rem 1.2rem; font: inherit; }
.damaged { border-inline-start: 0.3rem solid #c62828; padding-inline-start: 0.8rem; }
`;

const UPLOAD_PATH = `${UPLOADS.restoreConfig.path}?file=${encodeURIComponent(CONFIG_FILE)}`;

/** Sentences come with the page, as data of its form; the gateway's own ones are shown as they are. */
export const RECOVERY_SCRIPT = `'use strict';
const form = document.querySelector('form');
const told = document.querySelector('output');
const say = (text) => { told.textContent = text; };
const soon = () => new Promise((resolve) => { setTimeout(resolve, 1000); });

function authorization(password) {
  const bytes = new TextEncoder().encode('${ADMIN_USER_NAME}:' + password);
  return 'Basic ' + btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

async function openWhenBack() {
  for (;;) {
    await soon();
    const answer = await fetch('/api/livedata/status').catch(() => undefined);
    if (answer !== undefined && answer.status !== 503) break;
  }
  location.replace('/');
}

async function restore() {
  const body = new FormData();
  body.append('${CONFIG_FIELD}', form.elements.backup.files[0], '${CONFIG_FILE}');
  const headers = {
    Authorization: authorization(form.elements.password.value),
    '${REQUESTED_WITH_HEADER.name}': '${REQUESTED_WITH_HEADER.value}',
  };
  const answer = await fetch('${UPLOAD_PATH}', { method: 'POST', headers, body });
  if (answer.status === 401) return form.dataset.wrongPassword;
  if (answer.status === 429) return form.dataset.wait;
  if (!answer.ok) return answer.text();
  void openWhenBack();
  return form.dataset.done;
}

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  say(form.dataset.sending);
  say(await restore().catch(() => form.dataset.lost));
  button.disabled = told.textContent === form.dataset.done;
});
`;
