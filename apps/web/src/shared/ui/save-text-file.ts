/** Hands the browser a text to save as a file, as if it had been downloaded. */
export function saveTextFile(page: Document, name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = page.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The click has taken hold of what the address stands for.
  URL.revokeObjectURL(url);
}
