/** What is to be sent, for a command that a person can paste. */
export interface CurlCall {
  readonly path: string;
  readonly isForAdmin: boolean;
  /** Parts of the command that bring the body. */
  readonly body?: readonly string[];
}

/** The address that stands in the documents; readers put their own in its place. */
export const EXAMPLE_ADDRESS = 'http://localhost:8080';

/** A call as a command for a shell. It asks for the admin's password. */
export function curlCommand({ path, isForAdmin, body = [] }: CurlCall): string {
  const login = isForAdmin ? ['-u admin'] : [];
  return ['curl', ...login, ...body, quoted(`${EXAMPLE_ADDRESS}${path}`)].join(' ');
}

/** A form with the field `data`. */
export function dataArguments(data: object): readonly string[] {
  return ['--data-urlencode', quoted(`data=${JSON.stringify(data)}`)];
}

/** A word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
