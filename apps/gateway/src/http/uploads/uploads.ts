import {
  type BackupPreview,
  FILE_REFUSAL_HEADER,
  type FileRefusal,
  fileRefusal,
  fileRefusalText,
  type RestoreAdjustments,
  UPLOADS,
  type UploadName,
} from '@heliograph/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UnfitFileError } from '../../config-files/file-part.ts';
import { UnfitImageError } from '../../firmware/unfit-image-error.ts';
import { actingFor, type Deed } from '../../platform/acting-user.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { systemErrorCode, systemErrorReason } from '../../platform/start-error.ts';
import { diskRefusal } from '../../settings/disk-refusal.ts';
import { NotSavedError } from '../../settings/settings-store.ts';
import type { Access, Refusal } from '../access/access.ts';
import { ACCESS_RULES } from '../access/access-rules.ts';
import { actingUserOf } from '../access/authenticator.ts';
import { refuse, sendJson, sendText } from '../answers/send-answer.ts';
import { CutOffError, createUploadBody, type UploadBody } from './upload-body.ts';
import { UploadError } from './upload-error.ts';
import { noForm, readUploadForm, type UploadFields } from './upload-form.ts';

/** A file that has arrived and is good; nothing of it counts yet. */
export interface StagedUpload {
  /** Makes it count, whole; what it rejects with has changed nothing. */
  commit(): Promise<UploadOutcome>;
  discard(): Promise<void>;
}

/** What became of a file: it counts after the restart, or it was only looked into, and this is what was found. */
export type UploadOutcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'told'; readonly answer: RestoreAdjustments | BackupPreview };

/** Where the file of an upload goes. */
export interface UploadTarget {
  /** Bytes that the file may have. */
  readonly fileMaxBytes: number;
  /**
   * Takes a file while it arrives. Rejects with an `UploadError`, or what has a sentence of its own, for one that
   * cannot be used, and leaves nothing then.
   */
  stage(query: UploadQuery, fields: UploadFields, file: AsyncIterable<Uint8Array>): Promise<StagedUpload>;
}

/** As they are in the address; undefined where there is none. */
export interface UploadQuery {
  readonly file: string | undefined;
  readonly history?: string | undefined;
}

export interface UploadsOptions {
  readonly uploadTargets: { readonly [N in UploadName]: UploadTarget };
  /** Restarts the gateway when the answer is on its way. */
  readonly restartSoon: () => void;
  readonly access: Access;
  readonly clock: Clock;
  readonly log: Log;
}

/** Told of each upload that was taken. */
type NoteUpload = (request: FastifyRequest, deed: Deed) => void;

/** For what a form has around its file. */
const FORM_MAX_BYTES = 16_384;
/** How often the login of an upload that takes its time is looked at again. */
const JUDGE_EVERY_MS = 1_000;

/** Adds the uploads to the routes. Returns the function that waits for those under way. */
export function addUploads(
  app: FastifyInstance,
  given: UploadsOptions,
  noteDone: NoteUpload,
): () => Promise<void> {
  const options = { ...given, noteDone };
  const underWay = new Set<Promise<unknown>>();
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body stays where it is until it is read piece by piece.
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.setErrorHandler(async (error: FastifyError, request, reply) => {
      await createUploadBody(request.raw, options.clock).drain();
      const isTheirs = error.statusCode !== undefined && error.statusCode < 500;
      return answerFailure(isTheirs ? noForm() : error, request, reply, options);
    });
    for (const name of Object.keys(UPLOADS) as UploadName[]) {
      scope.route({
        method: UPLOADS[name].method,
        url: UPLOADS[name].path,
        config: { rule: ACCESS_RULES.uploads[name] },
        handler(request, reply) {
          const done = takeUpload(name, request, reply, options);
          underWay.add(done);
          return done.finally(() => underWay.delete(done));
        },
      });
    }
  });
  return async () => {
    await Promise.allSettled(underWay);
  };
}

async function takeUpload(
  name: UploadName,
  request: FastifyRequest,
  reply: FastifyReply,
  options: UploadsOptions & { readonly noteDone: NoteUpload },
): Promise<FastifyReply> {
  const { clock, restartSoon } = options;
  const body = createUploadBody(request.raw, clock);
  const deed: Deed = { on: queryOf(request).file };
  let outcome: UploadOutcome;
  try {
    outcome = await receive(name, request, { body, deed }, options);
  } catch (error) {
    await body.drain();
    return error instanceof RefusedError
      ? refuse(request, reply, error.refusal)
      : answerFailure(error, request, reply, options);
  }
  if (outcome.kind === 'told') return sendJson(reply, Buffer.from(JSON.stringify(outcome.answer)));
  options.noteDone(request, deed);
  restartSoon();
  return sendText(reply, 200, 'OK');
}

async function receive(
  name: UploadName,
  request: FastifyRequest,
  { body, deed }: { readonly body: UploadBody; readonly deed: Deed },
  { access, clock, uploadTargets }: UploadsOptions,
): Promise<UploadOutcome> {
  const { stage, fileMaxBytes } = uploadTargets[name];
  const query = queryOf(request);

  /** The password can be changed while a body takes its time. */
  async function judge(): Promise<void> {
    const refusal = await access.refusalOf(ACCESS_RULES.uploads[name], access.requestOf(request.raw));
    if (refusal !== undefined) throw new RefusedError(refusal);
  }

  const limit = limitBytes(fileMaxBytes);
  limit(0, Number(request.headers['content-length'] ?? 0));
  let judgedMs = clock.monotonicMs();
  const staged = await readUploadForm({
    contentType: request.headers['content-type'],
    body,
    async onPiece(piece) {
      limit(piece.length);
      if (clock.monotonicMs() - judgedMs < JUDGE_EVERY_MS) return;
      await judge();
      judgedMs = clock.monotonicMs();
    },
    take: (fields, file) => stage(query, fields, file),
    discard: (file) => file.discard(),
  });
  try {
    await judge();
  } catch (error) {
    await staged.discard();
    throw error;
  }
  const who = access.knownCallerOf(access.requestOf(request.raw));
  return actingFor(actingUserOf(who), () => staged.commit(), deed);
}

/** Counts the bytes of a body; those that are announced count at once. */
function limitBytes(fileMaxBytes: number): (length: number, announced?: number) => void {
  let bytes = 0;
  return (length, announced = 0) => {
    bytes += length;
    if (Math.max(bytes, announced) > fileMaxBytes + FORM_MAX_BYTES) throw new TooLargeError(fileMaxBytes);
  };
}

/** More bytes came than there may be. */
export class TooLargeError extends UploadError {
  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`, fileRefusal('too-large', { max: String(maxBytes) }));
  }
}

/** Of a parameter that is given twice the first counts, as for all calls; an empty one counts as none. */
function queryOf({ query }: FastifyRequest): UploadQuery {
  const { file, history } = query as { readonly file?: unknown; readonly history?: unknown };
  return { file: firstOf(file), history: firstOf(history) };
}

function firstOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? first : undefined;
}

/** The login ended while the upload ran. */
class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super('The login ended.');
    this.refusal = refusal;
  }
}

/** Errors whose message is a sentence for whoever sent the file, and whose reason is one for pages. */
const TELLING = [UploadError, UnfitFileError, UnfitImageError, NotSavedError] as const;

/** Status 500 is the one whose text a client shows. Source: docs/decisions/0013-upload-refusals.md. */
function answerFailure(
  error: unknown,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { log }: UploadsOptions,
): FastifyReply {
  if (!raw.readableEnded) reply.header('connection', 'close');
  if (error instanceof CutOffError) {
    log.info('An upload was cut off; nothing was changed.');
    return sendText(reply, 500, ''); // to nobody
  }
  const told = toldOf(error);
  if (told === undefined) log.error('An upload failed.', { error });
  else log.warn('An upload was refused.', { reason: told.sentence });
  const { sentence, refusal } = told ?? UNKNOWN;
  reply.header(FILE_REFUSAL_HEADER, fileRefusalText(refusal));
  return sendText(reply, 500, sentence);
}

/** Why a file was not taken: a sentence for people, and the same as a name for pages. */
interface Told {
  readonly sentence: string;
  readonly refusal: FileRefusal;
}

const UNKNOWN: Told = {
  sentence: 'Something went wrong in the gateway; nothing was changed.',
  refusal: fileRefusal('internal-error'),
};

/** What the disk says; other codes of errors have another form. */
const SYSTEM_CODE = /^E[A-Z0-9]+$/;

function toldOf(error: unknown): Told | undefined {
  if (isTelling(error)) return { sentence: error.message, refusal: error.refusal };
  if (!SYSTEM_CODE.test(systemErrorCode(error) ?? '')) return undefined;
  const sentence = `The file could not be stored (${systemErrorReason(error)}); nothing was changed.`;
  return { sentence, refusal: diskRefusal(error) };
}

function isTelling(error: unknown): error is InstanceType<(typeof TELLING)[number]> {
  return TELLING.some((kind) => error instanceof kind);
}
