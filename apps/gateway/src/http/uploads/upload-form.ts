import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { fileRefusal } from '@heliograph/contract';
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

export const noForm = () =>
  new UploadError('The upload is not a form of the type multipart/form-data.', fileRefusal('no-form'));
const malformed = () =>
  new UploadError('The form of the upload is malformed or incomplete.', fileRefusal('broken-form'));
const noFile = () => new UploadError('There is no file in the upload.', fileRefusal('no-file'));
const severalFiles = () =>
  new UploadError('There is more than one file in the upload.', fileRefusal('several-files'));
const tooManyFields = () =>
  new UploadError('There are too many fields in the upload.', fileRefusal('too-many-fields'));

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
  const refuse = (error: () => UploadError) => () => fail(error());
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
    .on('filesLimit', refuse(severalFiles))
    .on('fieldsLimit', refuse(tooManyFields))
    .on('partsLimit', refuse(tooManyFields))
    .on('error', __WITHOUT__.wholeForm ? end : refuse(malformed))
    .on('finish', end);
  try {
    await body.read(async (piece) => {
      await onPiece(piece);
      await new Promise<void>((resolve) => parser.write(piece, () => resolve()));
    });
    parser.end();
    await whole;
    if (taking === undefined) throw noFile();
    return await taking.staged;
  } catch (error) {
    taking?.file.destroy(malformed());
    await taking?.staged.then(discard, () => undefined); // the first failure is the one to report
    throw error;
  }
}

function createParser(contentType: string | undefined) {
  if (!/^multipart\/form-data\s*;/i.test(contentType ?? '')) throw noForm();
  try {
    return Busboy({ headers: { 'content-type': contentType ?? '' }, limits: FORM_LIMITS });
  } catch {
    throw noForm();
  }
}
