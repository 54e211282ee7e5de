import { isUtf8 } from 'node:buffer';
import { createHash, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { SITE_ID } from '@heliograph/fleet-contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createBudget } from './budget.ts';
import { checkLines } from './line-check.ts';
import { failureText, type Log } from './log.ts';
import type { SeriesLimits } from './options.ts';
import { isSitePassword, limitedTo } from './secrets.ts';
import { createSeriesBook } from './series-book.ts';
import type { SiteBook } from './site-book.ts';
import type { Store } from './store.ts';
import { FORWARDS, type Timeseries } from './timeseries.ts';

/** Where gateways bring their readings. What is answered with 204 the time-series database has. */
export interface IngestOptions {
  readonly store: Pick<Store, 'snapshot' | 'isKnown' | 'onSnapshot'>;
  readonly book: Pick<SiteBook, 'takeReadingsProblem'>;
  readonly timeseries: Pick<Timeseries, 'write' | 'runsSinceS'>;
  readonly limits: SeriesLimits;
  readonly log: Log;
  readonly nowMs: () => number;
}

/** As InfluxDB 1 and 2 have them. */
const PATHS = ['/write', '/api/v2/write'];
const BODY_MAX_BYTES = 4 * 2 ** 20;
/** Bytes of all bodies that are here at once, packed and not. */
const BODIES_MAX_BYTES = 64 * 2 ** 20;
const OF_SITE_MAX = 2;
/** Who waits for a connection to the database; all others come again. */
const WAITING_MAX = 500;
const RETRY_AFTER_S = 5;
/** By so much a clock may be ahead. */
const AHEAD_MAX_S = 5 * 60;
/** Wrong passwords of an address: each costs a few milliseconds. */
const WRONG = { burst: 60, refillMs: 1000, max: 10_000 };
/** Of nobody: an unknown site takes as long as a wrong password. */
const OF_NOBODY = '$2a$04$EOcrj9b5cBNbBoHVJpbYCOgG1BD9N5CB/QSfh91zuFn5wJF/3XXt2';

const unpack = promisify(gunzip);

class IngestRefusal extends Error {
  readonly status: number;
  readonly retryAfterS: number | undefined;
  constructor(status: number, sentence: string, retryAfterS?: number) {
    super(sentence);
    this.status = status;
    this.retryAfterS = retryAfterS;
  }
}

export function addIngest(app: FastifyInstance, options: IngestOptions): void {
  const { store, book, timeseries, limits, log, nowMs } = options;
  const series = createSeriesBook(limits, nowMs);
  const wrong = createBudget(WRONG);
  const inTurn = limitedTo(FORWARDS, WAITING_MAX);
  /** By site what was right last: its password is not hashed with each request. */
  const right = new Map<string, Buffer>();
  store.onSnapshot(({ siteHashes }) => {
    series.keepOnly(new Set(siteHashes.keys()));
    for (const id of right.keys()) if (!siteHashes.has(id)) right.delete(id);
  });
  const underWay = new Map<string, number>();
  let bytes = 0;
  const siteOf = new WeakMap<FastifyRequest, string>();

  /** The site that has this login. */
  async function authenticate(request: FastifyRequest): Promise<string> {
    if (!store.isKnown()) throw new IngestRefusal(503, 'The database has not answered yet.', RETRY_AFTER_S);
    const { id, password } = loginOf(request.headers.authorization);
    const hash = store.snapshot().siteHashes.get(id);
    const proof = createHash('sha256').update(`${hash}\0${password}`).digest();
    const known = right.get(id);
    if (hash !== undefined && known !== undefined && timingSafeEqual(known, proof)) return id;
    if (wrong.waitMs(request.ip, nowMs()) > 0) throw new IngestRefusal(429, 'Too many wrong passwords.', 60);
    wrong.take(request.ip, nowMs());
    const isRight = await isSitePassword(password, hash ?? OF_NOBODY);
    if (!isRight || hash === undefined) throw new IngestRefusal(401, 'Name or password are wrong.');
    wrong.giveBack(request.ip);
    right.set(id, proof);
    return id;
  }

  /** Takes room for a body before it is read, until the answer has gone. */
  function reserve(request: FastifyRequest, reply: FastifyReply, site: string): void {
    const told = Number(request.headers['content-length'] ?? BODY_MAX_BYTES);
    if (told > BODY_MAX_BYTES) throw new IngestRefusal(413, 'That is too much at once.');
    const size = told + (isPacked(request) ? BODY_MAX_BYTES : 0);
    const ofSite = underWay.get(site) ?? 0;
    if (ofSite >= OF_SITE_MAX || bytes + size > BODIES_MAX_BYTES) {
      throw new IngestRefusal(503, 'Too much is under way.', 1);
    }
    bytes += size;
    underWay.set(site, ofSite + 1);
    reply.raw.once('close', () => {
      bytes -= size;
      const left = (underWay.get(site) ?? 1) - 1;
      if (left === 0) underWay.delete(site);
      else underWay.set(site, left);
    });
  }

  async function take(request: FastifyRequest, reply: FastifyReply) {
    const site = siteOf.get(request) ?? '';
    const body = await linesOf(request);
    const latestS = nowMs() / 1000 + AHEAD_MAX_S;
    const { good, lines, refused, tooMany } = checkLines(body, {
      ...{ site, latestS, maxInverters: limits.inverters },
      admits: (one) => series.admits(site, one),
    });
    if (refused > 0) book.takeReadingsProblem(site, 'readings-refused');
    if (tooMany > 0) book.takeReadingsProblem(site, 'too-many-series');
    const outcome = lines === 0 ? 'taken' : await inTurn(() => timeseries.write(good));
    if (outcome === undefined) throw new IngestRefusal(503, 'Too much is under way.', 1);
    if (outcome !== 'taken') throw refusalOfDatabase(outcome);
    // By which a gateway sees that it has started anew, and may have forgotten what it took last.
    const sinceS = timeseries.runsSinceS();
    if (sinceS !== undefined) reply.header('x-database-since', String(sinceS));
    if (refused + tooMany > 0) reply.header('x-refused', String(refused + tooMany));
    return reply.code(204).send();
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, (_, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error: Error, request, reply) => {
      if (statusOf(error) === 500)
        log.error('Readings could not be taken, which must not be.', {
          ...{ site: siteOf.get(request) ?? '', failure: failureText(error) },
        });
      return tell(error, reply);
    });
    for (const url of PATHS) {
      scope.route({
        ...{ method: 'POST', url, bodyLimit: BODY_MAX_BYTES },
        async onRequest(request, reply) {
          const site = await authenticate(request);
          reserve(request, reply, site);
          siteOf.set(request, site);
        },
        handler: take,
      });
    }
  });
}

/** A gateway sends less at once after 413, and shows its owner the sentence of 400; after either it keeps what it has. */
function refusalOfDatabase(outcome: 'refused' | 'too-large' | 'away'): IngestRefusal {
  if (outcome === 'refused')
    return new IngestRefusal(400, 'The time-series database refuses these readings.');
  if (outcome === 'too-large')
    return new IngestRefusal(413, 'That is too much at once for the time-series database.');
  return new IngestRefusal(503, 'The time-series database does not take it now.', RETRY_AFTER_S);
}

/** 500: nobody has thought of this one. */
const statusOf = (error: Error & { readonly statusCode?: number }) =>
  error instanceof IngestRefusal ? error.status : (error.statusCode ?? 500);

function tell(error: Error, reply: FastifyReply) {
  const status = statusOf(error);
  if (error instanceof IngestRefusal && error.retryAfterS !== undefined)
    reply.header('retry-after', String(error.retryAfterS));
  if (status === 401) reply.header('www-authenticate', 'Basic realm="readings"');
  const sentence = status === 500 ? 'That must not be.' : error.message;
  return reply.code(status).type('text/plain; charset=utf-8').send(`${sentence}\n`);
}

const isPacked = ({ headers }: FastifyRequest) => headers['content-encoding'] === 'gzip';

async function linesOf(request: FastifyRequest): Promise<Uint8Array> {
  const { body } = request;
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip') {
    throw new IngestRefusal(415, 'It is packed in a way that is not known here.');
  }
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const lines = encoding === 'gzip' ? await unpacked(bytes) : bytes;
  if (!isUtf8(lines)) throw new IngestRefusal(400, 'It is no UTF-8.');
  return lines;
}

async function unpacked(bytes: Buffer): Promise<Buffer> {
  try {
    return await unpack(bytes, { maxOutputLength: BODY_MAX_BYTES });
  } catch (error) {
    const isTooMuch = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooMuch
      ? new IngestRefusal(413, 'That is too much at once.')
      : new IngestRefusal(400, 'It cannot be unpacked.');
  }
}

const PASSWORD_MAX_LENGTH = 72;

function loginOf(header = ''): { readonly id: string; readonly password: string } {
  const [, packed = ''] = /^Basic ([A-Za-z\d+/=]{1,300})$/i.exec(header) ?? [];
  const [id = '', ...rest] = Buffer.from(packed, 'base64').toString('utf8').split(':');
  const password = rest.join(':');
  // Bcrypt reads no more than so many bytes of a password.
  const isLogin = SITE_ID.test(id) && Buffer.byteLength(password) <= PASSWORD_MAX_LENGTH;
  if (!isLogin) throw new IngestRefusal(401, 'Name or password are wrong.');
  return { id, password };
}
