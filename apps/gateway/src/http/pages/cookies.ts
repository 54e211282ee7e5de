/** The pairs of a Cookie header, as they are. */
export function cookiesOf(header = ''): { readonly name: string; readonly value: string }[] {
  return header.split(';').map((pair) => {
    const [name = '', value = ''] = pair.trim().split('=', 2);
    return { name, value };
  });
}
