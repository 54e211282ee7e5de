/** Every key of a document with its type, as `path: type`: `[]` are the entries of a list, a serial is any key. */
export function keysOf(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((entry) => keysOf(entry, `${path}[]`)))];
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`];
  return Object.entries(value).flatMap(([key, below]) => {
    const name = SERIAL.test(key) ? '*' : key;
    return keysOf(below, path === '' ? name : `${path}.${name}`);
  });
}

const SERIAL = /^[0-9a-f]{12}$/i;
