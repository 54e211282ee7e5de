/** In a browser with this cookie a fresh gateway on this machine shows its live view, and not its guide. */
export const GUIDE_PUT_OFF = {
  ...{ name: 'heliograph-welcome', value: 'later', domain: '127.0.0.1', path: '/' },
  ...({ expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' } as const),
};
