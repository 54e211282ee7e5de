/** Bodies that hold the field `data`, as forms of either kind, in order or not. */

export const LF = '\r\n';
export const MULTIPART = 'multipart/form-data; boundary=B';
export const URLENCODED = 'application/x-www-form-urlencoded';

/** A part with these header lines. */
export const part = (content: string, ...headers: string[]) =>
  `--B${LF}${headers.join(LF)}${LF}${LF}${content}${LF}`;
export const fieldPart = (content: string, name = 'data') =>
  part(content, `Content-Disposition: form-data; name="${name}"`);
/** Behind the last part. */
export const END = `--B--${LF}`;
