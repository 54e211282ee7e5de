const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML; names between backticks are code. */
export function htmlText(text: string): string {
  const escaped = text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
  return escaped.replace(/`([^`]*)`/g, '<code>$1</code>');
}
