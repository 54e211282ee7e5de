/**
 * What the page of the API does: it puts the address it came from into the commands, and a button below each that copies
 * it. The clipboard is there on secure pages only, so there is an old way beside it.
 */
export const DOCUMENT_SCRIPT = `'use strict';
const EXAMPLE_ADDRESS = 'http://localhost:8080';
const gateway = new URL('..', location.href).href.replace(/\\/$/, '');
const told = document.getElementById('told');

function copySelected(text) {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'field';
  document.body.append(field);
  field.select();
  const worked = document.execCommand('copy');
  field.remove();
  return worked;
}

async function copy(text) {
  const wasWritten = navigator.clipboard?.writeText(text).then(() => true, () => false);
  return (await wasWritten) || copySelected(text);
}

for (const command of document.querySelectorAll('pre.command')) {
  const code = command.firstElementChild;
  code.textContent = code.textContent.replace(EXAMPLE_ADDRESS, gateway);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy as curl';
  button.setAttribute('aria-label', 'Copy as curl: ' + command.closest('article').querySelector('h3').textContent);
  button.addEventListener('click', async () => {
    const worked = await copy(code.textContent);
    button.focus();
    told.textContent = worked ? 'Copied.' : 'The browser does not let pages copy. Select the command yourself.';
    setTimeout(() => { told.textContent = ''; }, 4000);
  });
  command.after(button);
}
`;
