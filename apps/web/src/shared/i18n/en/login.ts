/** English: the login page. */
export const texts = {
  userName: 'Username',
  password: 'Password',
  userNameHint: (name: string) => `${name}, or your own.`,
  userNameRequired: 'Username is required',
  passwordRequired: 'Password is required',
  submit: 'Log in',
  working: 'Logging in…',
  invalid: 'Invalid credentials',
  throttled: 'Too many attempts. Please wait a moment and try again.',
  throttledFor: (duration: string) => `Too many attempts. Please wait ${duration} and try again.`,
  notUnderstood: 'The answer could not be read. Is this the address of the gateway?',
  failed: (reason: string) => `Login failed: ${reason}`,
  ended: 'Your login has expired. Log in again to continue where you were.',
  done: 'You are logged in.',
  guessed: (count: string) =>
    `You are logged in. Since your last login, refused: ${count}. Settings, Accounts tells more.`,
  loggedIn: (name: string) => `You are logged in as ${name}.`,
  goOn: (page: string) => `Continue to “${page}”`,
};
