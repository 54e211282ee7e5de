/**
 * Puts a text into the clipboard. The clipboard API exists on secure pages only, and a gateway is mostly reached over
 * plain http, so there the old way must do: select a hidden field and copy. Answers whether it worked.
 */
export async function copyText(page: Document, text: string): Promise<boolean> {
  const clipboard: Clipboard | undefined = page.defaultView?.navigator.clipboard;
  if (clipboard !== undefined) {
    try {
      await clipboard.writeText(text);
      return true;
    } catch {
      // not permitted: the old way may be
    }
  }
  return copySelected(page, text);
}

function copySelected(page: Document, text: string): boolean {
  const field = page.createElement('textarea');
  const focused = page.activeElement;
  field.value = text;
  field.readOnly = true;
  field.className = 'visually-hidden';
  page.body.append(field);
  field.select();
  try {
    return page.execCommand('copy');
  } catch {
    return false; // not supported at all
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
