/** A text as it is and in every form in which it travels. */
export function formsOf(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const asciiJson = json.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const plain = [text, json, asciiJson, JSON.stringify(json).slice(1, -1)];
  const form = new URLSearchParams({ text }).toString().slice('text='.length);
  return [
    ...plain,
    ...plain.map(encodeURIComponent),
    form,
    ...base64Of(text),
    Buffer.from(text).toString('hex'),
  ];
}

/** Base64 of anything that holds the text: the digits that do not depend on what stands around, for each alignment. */
function base64Of(text: string): string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].map((offset) => {
    const digits = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return digits.slice(offset === 0 ? 0 : offset + 1, -2);
  });
}
