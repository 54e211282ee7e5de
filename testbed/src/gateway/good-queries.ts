/** A value for each parameter of a GET without which it is refused; inverters and files are up to whoever asks. */
export const GOOD_QUERY_VALUES: Readonly<Record<string, string>> = { from: '0', to: '60', step: 'day' };

/** The query of a GET, with its question mark; empty where it needs none of these. */
export function goodQuery(names: readonly string[]): string {
  const parts = names.flatMap((name) => {
    const value = GOOD_QUERY_VALUES[name];
    return value === undefined ? [] : [`${name}=${value}`];
  });
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
