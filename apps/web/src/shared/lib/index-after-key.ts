/**
 * Where an arrow key, Home or End leads from position `from` in a row of `count` things that are one tab stop together;
 * undefined for keys that lead nowhere. The row is a ring.
 */
export function indexAfterKey(key: string, from: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (from + 1) % count;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (from + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
