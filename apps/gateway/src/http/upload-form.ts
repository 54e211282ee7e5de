import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { UploadBody } from './upload-body.ts';
import { UploadError } from './upload-error.ts';

/** The texts in front of the file, by their names. */
export type UploadFields = ReadonlyMap<string, string>;

/** Takes the one file of an upload while it arrives; nothing of it counts yet. */
export type TakeFile<Staged> = (fields: UploadFields, file: AsyncIterable<Uint8Array>) => Promise<Staged>;

/** More than any form of ours has; what is longer is cut off or refused. Sizes in bytes. */
const FORM_LIMITS = {
  files: 1,
  fields: 4,
  parts: 5,
  fieldNameSize: 64,
  fieldSize: 1_024,
  headerPairs: 16,
  headerSize: 4_096,
} as const;

export const NO_FORM = 'The upload is not a form of the type multipart/form-data.';
const MALFORMED = 'The form of the upload is malformed or incomplete.';
const NO_FILE = 'There is no file in the upload.';
const TOO_MANY_FILES = 'There is more than one file in the upload.';
const TOO_MANY_PARTS = 'There are too many fields in the upload.';

/**
 * Reads a form with one file. `onPiece` is asked before each piece of it. Resolves with what `take` made of the file
 * when the whole form was in order; whatever else happens, `take` has come to its end, or `discard` was called with
 * what it made.
 */
export async function readUploadForm<Staged>(parts: {
  readonly contentType: string | undefined;
  readonly body: UploadBody;
  readonly onPiece: (piece: Buffer) => Promise<void>;
  readonly take: TakeFile<Staged>;
  readonly discard: (staged: Staged) => Promise<void>;
}): Promise<Staged> {
  const { body, onPiece, take, discard } = parts;
  const parser = createParser(parts.contentType);
  const fields = new Map<string, string>();
  let taking: { readonly file: Readable; readonly staged: Promise<Staged> } | undefined;
  let end: () => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const whole = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = (error) => {
      reject(error);
      body.fail(error);
    };
  });
  whole.catch(() => undefined); // it may fail before anybody waits for it
  const refuse = (sentence: string) => () => fail(new UploadError(sentence));
  parser
    .on('field', (name, value) => {
      if (!fields.has(name)) fields.set(name, value);
    })
    .on('file', (_name, file) => {
      file.on('error', () => undefined); // whoever reads it hears of it
      const staged = take(fields, file);
      staged.catch(fail);
      taking = { file, staged };
    })
    .on('filesLimit', refuse(TOO_MANY_FILES))
    .on('fieldsLimit', refuse(TOO_MANY_PARTS))
    .on('partsLimit', refuse(TOO_MANY_PARTS))
    .on('error', refuse(MALFORMED))
    .on('finish', end);
  try {
    await body.read(async (piece) => {
      await onPiece(piece);
      await new Promise<void>((resolve) => parser.write(piece, () => resolve()));
    });
    parser.end();
    await whole;
    if (taking === undefined) throw new UploadError(NO_FILE);
    return await taking.staged;
  } catch (error) {
    taking?.file.destroy(new UploadError(MALFORMED));
    await taking?.staged.then(discard, () => undefined); // the first failure is the one to report
    throw error;
  }
}

function createParser(contentType: string | undefined) {
  if (!/^multipart\/form-data\s*;/i.test(contentType ?? '')) throw new UploadError(NO_FORM);
  try {
    return Busboy({ headers: { 'content-type': contentType ?? '' }, limits: FORM_LIMITS });
  } catch {
    throw new UploadError(NO_FORM);
  }
}
