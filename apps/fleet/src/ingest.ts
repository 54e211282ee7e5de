import { isUtf8 } from 'node:buffer';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
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
  readonly bodiesMaxBytes?: number;
}

/** As InfluxDB 1 and 2 have them. */
const PATHS = ['/write', '/api/v2/write'];
const BODY_MAX_BYTES = 4 * 2 ** 20;
/** What has arrived of all bodies that are here at once, unpacked. */
const BODIES_MAX_BYTES = 64 * 2 ** 20;
/** A body that is on its way for longer gives way where another one needs the room. */
const ARRIVING_MS = 2000;
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

/** A request whose body is here, whole or in part. */
interface Taken {
  readonly site: string;
  bytes: number;
}

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
  const { store, book, timeseries, limits, log, nowMs, bodiesMaxBytes = BODIES_MAX_BYTES } = options;
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
  const takenOf = new WeakMap<FastifyRequest, Taken>();
  /** Requests whose body is on its way, by when that has begun: the one that is on its way for the longest is the first. */
  const arriving = new Map<FastifyRequest, number>();

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

  /** Lets a request of a site in before its body is read, and counts it until the answer has gone. */
  function letIn(request: FastifyRequest, reply: FastifyReply, site: string): void {
    const told = Number(request.headers['content-length'] ?? 0);
    if (told > BODY_MAX_BYTES) throw new IngestRefusal(413, 'That is too much at once.');
    const ofSite = underWay.get(site) ?? 0;
    if (ofSite >= OF_SITE_MAX) throw new IngestRefusal(503, 'Too much is under way.', 1);
    underWay.set(site, ofSite + 1);
    const taken: Taken = { site, bytes: 0 };
    takenOf.set(request, taken);
    reply.raw.once('close', () => {
      arriving.delete(request);
      makeRoom(taken, -taken.bytes);
      const left = (underWay.get(site) ?? 1) - 1;
      if (left === 0) underWay.delete(site);
      else underWay.set(site, left);
    });
  }

  function makeRoom(taken: Taken, more: number): void {
    taken.bytes += more;
    bytes += more;
  }

  /**
   * Room for more of a body; false: there is none. Only what has arrived takes some, and whoever begins a body and does not go on with it
   * loses it to those that do: otherwise a few sites could keep all others out.
   */
  function takeRoom(request: FastifyRequest, more: number): boolean {
    for (const [other, sinceMs] of arriving) {
      if (bytes + more <= bodiesMaxBytes || nowMs() - sinceMs < ARRIVING_MS) break;
      if (other !== request) giveUp(other);
    }
    const taken = takenOf.get(request);
    if (taken === undefined || bytes + more > bodiesMaxBytes) return false;
    makeRoom(taken, more);
    return true;
  }

  /** Of what has brought nothing yet there is nothing to win. */
  function giveUp(request: FastifyRequest): void {
    const taken = takenOf.get(request);
    if (taken === undefined || taken.bytes === 0) return;
    arriving.delete(request);
    makeRoom(taken, -taken.bytes);
    request.raw.destroy();
  }

  /** The body, unpacked, and of no more bytes than it may have. */
  async function read(request: FastifyRequest, payload: IncomingMessage): Promise<Buffer> {
    const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
    if (encoding !== 'identity' && encoding !== 'gzip') {
      throw new IngestRefusal(415, 'It is packed in a way that is not known here.');
    }
    arriving.set(request, nowMs());
    try {
      const body = await collect(payload, encoding === 'gzip', (more) => takeRoom(request, more));
      if (!isUtf8(body)) throw new IngestRefusal(400, 'It is no UTF-8.');
      return body;
    } finally {
      arriving.delete(request);
    }
  }

  async function take(request: FastifyRequest, reply: FastifyReply) {
    const site = takenOf.get(request)?.site ?? '';
    const latestS = nowMs() / 1000 + AHEAD_MAX_S;
    const { good, lines, refused, tooMany } = checkLines(bodyOf(request), {
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
    scope.addContentTypeParser('*', read);
    scope.setErrorHandler((error: Error, request, reply) => {
      if (statusOf(error) === 500)
        log.error('Readings could not be taken, which must not be.', {
          ...{ site: takenOf.get(request)?.site ?? '', failure: failureText(error) },
        });
      return tell(error, reply);
    });
    for (const url of PATHS) {
      scope.route({
        ...{ method: 'POST', url, bodyLimit: BODY_MAX_BYTES },
        async onRequest(request, reply) {
          letIn(request, reply, await authenticate(request));
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

/** What `read` has made; without a body it is not asked. */
const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** What is left of a body that is refused is read and let go, so that the answer can be read. */
async function collect(
  payload: IncomingMessage,
  isPacked: boolean,
  takeRoom: (bytes: number) => boolean,
): Promise<Buffer> {
  const unpacking = isPacked ? createGunzip() : undefined;
  const source = unpacking === undefined ? payload : payload.pipe(unpacking);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = (status: number, sentence: string) => reject(new IngestRefusal(status, sentence));
      source.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > BODY_MAX_BYTES) refuse(413, 'That is too much at once.');
        else if (takeRoom(chunk.length)) chunks.push(chunk);
        else reject(new IngestRefusal(503, 'Too much is under way.', 1));
      });
      source.once('end', resolve);
      unpacking?.once('error', () => refuse(400, 'It cannot be unpacked.'));
      payload.once('error', () => refuse(400, 'It has not come whole.'));
      payload.once('close', () => {
        if (!payload.complete) refuse(400, 'It has not come whole.');
      });
    });
    return Buffer.concat(chunks);
  } finally {
    source.removeAllListeners('data');
    if (unpacking !== undefined) payload.unpipe(unpacking);
    unpacking?.destroy();
    payload.resume();
  }
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
