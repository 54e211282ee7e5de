import { type ClientRequest, request } from 'node:http';
import { CONFIG_FIELD, FIRMWARE_FIELD, MD5_FIELD, UPLOADS, type UploadName } from '@heliograph/contract';
import { md5Of } from '../outside/firmware-image.ts';
import { type Answer, login, readAnswer } from '../outside/http-client.ts';

const BOUNDARY = '----heliograph-test';
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A part of a form: a text, or a file where it has a file name. */
export interface FormPart {
  readonly name: string;
  readonly fileName?: string;
  readonly content: string | Uint8Array;
}

/** The bytes of a form, as a browser writes it. */
export function formOf(parts: readonly FormPart[]): Buffer {
  const pieces = parts.flatMap(({ name, fileName, content }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined
      ? '\r\n\r\n'
      : `; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    content,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece as string)));
}

export const md5Part = (md5: string): FormPart => ({ name: MD5_FIELD, content: md5 });
export const imagePart = (bytes: Uint8Array): FormPart => ({
  name: FIRMWARE_FIELD,
  fileName: 'firmware',
  content: bytes,
});
export const configPart = (content: string | Uint8Array): FormPart => ({
  name: CONFIG_FIELD,
  fileName: CONFIG_FIELD,
  content,
});

/** As the web app sends an image. */
export const imageForm = (bytes: Uint8Array, md5 = md5Of(bytes)): Buffer =>
  formOf([md5Part(md5), imagePart(bytes)]);

/** An upload while it runs: the test decides when which bytes go. */
export interface OpenUpload {
  /** Resolves when the bytes were handed to the system. */
  write(bytes: Uint8Array): Promise<void>;
  end(): void;
  /** Cuts the connection. */
  cut(): void;
  readonly answer: Promise<Answer>;
}

export interface UploadCall {
  readonly headers?: Readonly<Record<string, string>>;
  /** Behind the path. */
  readonly query?: string;
  /** Does not say how long the body is. */
  readonly isChunked?: boolean;
}

export function openUpload(port: number, name: UploadName, call: UploadCall = {}): OpenUpload {
  const { path, method } = UPLOADS[name];
  const headers = { ...login(), 'content-type': FORM_TYPE, ...call.headers };
  const outgoing = request({
    ...{ host: '127.0.0.1', port, path: `${path}${call.query ?? ''}`, method, headers },
    agent: false,
  });
  const answer = answerOf(outgoing);
  answer.catch(() => undefined); // who cuts it does not ask
  outgoing.flushHeaders();
  return {
    write: (bytes) => new Promise((resolve) => outgoing.write(bytes, () => resolve())),
    end: () => outgoing.end(),
    cut: () => outgoing.destroy(),
    answer,
  };
}

/** Sends a whole body, which says how long it is. */
export function upload(
  port: number,
  name: UploadName,
  body: Uint8Array,
  call: UploadCall = {},
): Promise<Answer> {
  const length = call.isChunked === true ? {} : { 'content-length': String(body.length) };
  const headers = { ...length, ...call.headers };
  const sent = openUpload(port, name, { ...call, headers });
  void sent.write(body);
  sent.end();
  return sent.answer;
}

function answerOf(outgoing: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => resolve(readAnswer(incoming)));
  });
}
