// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { copyText } from './copy-text.ts';

const clipboard = Object.getOwnPropertyDescriptor(Navigator.prototype, 'clipboard');

/** As on a plain http page. */
function withoutClipboard(): void {
  Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined, configurable: true });
}

describe('copying a text', () => {
  afterEach(() => {
    if (clipboard !== undefined) Object.defineProperty(Navigator.prototype, 'clipboard', clipboard);
  });

  it('uses the clipboard where there is one', async () => {
    expect(await copyText(document, '114172220143')).toBe(true);
    expect(await navigator.clipboard.readText()).toBe('114172220143');
  });

  it('selects and copies on a plain http page, and gives the focus back', async () => {
    withoutClipboard();
    const button = document.body.appendChild(document.createElement('button'));
    button.focus();
    let copied = '';
    document.execCommand = (command) => {
      const field = document.querySelector('textarea');
      if (command === 'copy' && field !== null)
        copied = field.value.slice(field.selectionStart, field.selectionEnd);
      return true;
    };
    expect(await copyText(document, '114172220143')).toBe(true);
    expect(copied).toBe('114172220143');
    expect(document.querySelector('textarea')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it('says when neither works', async () => {
    withoutClipboard();
    document.execCommand = () => {
      throw new Error('not supported');
    };
    expect(await copyText(document, 'x')).toBe(false);
    expect(document.querySelector('textarea')).toBeNull();
  });
});
