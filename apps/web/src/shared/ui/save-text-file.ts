/** Hands the browser a text to save as a file, as if it had been downloaded. */
export function saveTextFile(page: Document, name: string, text: string): void {
  saveFile(page, name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
}

/** The same with a file of any kind. */
export function saveFile(page: Document, name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = page.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The click has taken hold of what the address stands for.
  URL.revokeObjectURL(url);
}
