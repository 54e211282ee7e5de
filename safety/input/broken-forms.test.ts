import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { CONFIG_FILE, ENDPOINTS, RESULT_CODES, UPLOADS } from '@heliograph/contract';
import { createDice } from '@heliograph/testbed/dice.ts';
import { startTestGateway, type TestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import { folderHashes } from '../tools/disk/folder-hashes.ts';
import { BROKEN_FORMS, createRandomForms, type FormBody } from '../tools/input/broken-forms.ts';

/** Source: docs/reference/original-device.md#checks-of-a-post, #configuration-files and #firmware. */

const row = openRow('B2');
const RANDOM = row.scale(300, 20_000);
const STRUCTURED_MIN = 2_000;
const AT_ONCE = 4;
const CRLF = Buffer.from('\r\n');
const AND = Buffer.from('&');

const POSTS = Object.values(ENDPOINTS)
  .filter(({ method }) => method === 'POST')
  .map(({ path }) => path as string);
const UPLOAD_PATHS = [`${UPLOADS.restoreConfig.path}?file=${CONFIG_FILE}`, UPLOADS.updateFirmware.path];
const PATHS = [...POSTS, ...UPLOAD_PATHS];
const isUpload = (path: string) => UPLOAD_PATHS.includes(path);

/** What a call answers to each of the broken forms: a status, and a code where it is no refusal. */
const ANSWERS = {
  malformed: [400, undefined],
  'no data': [200, RESULT_CODES.NoValuesFound.code],
  'no JSON': [200, RESULT_CODES.ParseFailed.code],
  'too large': [413, undefined],
} as const;

interface Sent {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

function sendForm(
  port: number,
  agent: Agent,
  path: string,
  form: FormBody,
  isChunked = false,
): Promise<Sent> {
  const length = isChunked ? {} : { 'content-length': String(form.body.length) };
  const type = form.type === '' ? {} : { 'content-type': form.type };
  const headers = { ...login(), ...type, ...length };
  return new Promise((resolve, reject) => {
    const target = { host: '127.0.0.1', port, path, method: 'POST', headers, agent };
    const outgoing = request(target, (incoming) => {
      let text = '';
      incoming.on('data', (piece: Buffer) => {
        text += piece.toString();
      });
      incoming.on('error', reject);
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode ?? 0, type: incoming.headers['content-type'] ?? '', text });
      });
    });
    outgoing.on('error', reject);
    if (isChunked && form.body.length > 0) outgoing.write(form.body);
    outgoing.end(isChunked ? undefined : form.body);
  });
}

/** One sentence for whoever sent it, and none of those for what is our own fault. */
const isSentence = ({ status, type, text }: Sent) =>
  status === 500 && type.startsWith('text/plain') && /^[A-Z].+\.$/.test(text) && !/went wrong/.test(text);

/** Whether it is a way to say no: as JSON to a call, as a sentence to an upload. */
function isRefusal(path: string, sent: Sent): boolean {
  if (isUpload(path)) return isSentence(sent);
  const answer = JSON.parse(sent.text) as { readonly type?: string; readonly message?: string };
  if (sent.status === 200) return answer.type === 'warning';
  return [400, 413, 415].includes(sent.status) && typeof answer.message === 'string';
}

/** The files of the data folder, each with the hash of what is in it. */
const filesOf = async ({ dataFolder }: TestGateway) => [...(await folderHashes(dataFolder))].map(String);

interface Case {
  readonly path: string;
  readonly form: FormBody;
  readonly isChunked?: boolean;
  readonly isRight: (sent: Sent) => boolean;
}

interface Outcome {
  readonly wrong: readonly string[];
  readonly answered: number;
  /** Of those that were answered, the same bytes to the same path counted once. */
  readonly different: number;
}

/** Sends all of them; tells of those that were answered wrongly. */
async function wrongOf({ port }: TestGateway, cases: Iterable<Case>): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  onTestFinished(() => agent.destroy());
  const wrong: string[] = [];
  const hashes = new Set<string>();
  let answered = 0;
  const left = cases[Symbol.iterator]();
  async function sendSome(): Promise<void> {
    for (let one = left.next(); one.done !== true; one = left.next()) {
      const { path, form, isChunked, isRight } = one.value;
      const sent = await sendForm(port, agent, path, form, isChunked);
      answered += 1;
      hashes.add(
        createHash('sha256').update(`${path} ${form.type} ${isChunked}\n`).update(form.body).digest('hex'),
      );
      if (isRight(sent)) continue;
      wrong.push(
        `${path} ${form.type} ${JSON.stringify(form.body.toString('latin1').slice(0, 200))}: ${JSON.stringify(sent)}`,
      );
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendSome));
  return { wrong, answered, different: hashes.size };
}

/** The same form with other bytes, in a place where they count for nothing; only an empty body stays as it is. */
function withNoise({ type, body }: FormBody, dice: () => number): FormBody {
  const length = 8 + Math.floor(dice() * 200);
  const noise = Buffer.from(Array.from({ length }, () => 97 + Math.floor(dice() * 26)));
  if (body.length === 0) return { type, body };
  const isMultipart = type.startsWith('multipart');
  return { type, body: Buffer.concat(isMultipart ? [noise, CRLF, body] : [body, AND, noise]) };
}

function* structuredCases(rounds: number): Generator<Case> {
  const dice = createDice(row.seed);
  for (let round = 0; round < rounds; round++) {
    for (const path of PATHS) {
      for (const [, outcome, make] of BROKEN_FORMS) {
        const [status, code] = ANSWERS[outcome];
        const isRight = (sent: Sent) =>
          isUpload(path)
            ? isSentence(sent)
            : isRefusal(path, sent) && sent.status === status && JSON.parse(sent.text).code === code;
        const form = round === 0 ? make() : withNoise(make(), dice);
        yield { path, form, isChunked: round % 2 === 1, isRight };
      }
    }
  }
}

function* randomCases(count: number): Generator<Case> {
  const next = createRandomForms(row.seed);
  for (let number = 0; number < count; number++) {
    const path = PATHS[number % PATHS.length] ?? '';
    yield { path, form: next(), isRight: (sent) => isRefusal(path, sent) };
  }
}

describe('broken bodies and forms', { timeout: row.scale(120_000, 900_000) }, () => {
  it('are refused with a reason, and nothing has changed', async () => {
    const gateway = await startTestGateway({ scenario: 'no-inverters' });
    const before = await filesOf(gateway);
    const rounds = row.scale(1, Math.ceil(STRUCTURED_MIN / PATHS.length / BROKEN_FORMS.length));
    const broken = await wrongOf(gateway, structuredCases(rounds));
    const random = await wrongOf(gateway, randomCases(RANDOM));
    expect.soft([...broken.wrong, ...random.wrong]).toEqual([]);
    const goal = { atLeast: row.scale(500, STRUCTURED_MIN) };
    row.figure({ what: 'different broken forms answered', value: broken.different, goal });
    row.figure({ what: 'broken forms answered wrongly', value: broken.wrong.length, goal: { exactly: 0 } });
    row.figure({ what: 'random bodies answered', value: random.answered, goal: { exactly: RANDOM } });
    row.figure({ what: 'random bodies answered wrongly', value: random.wrong.length, goal: { exactly: 0 } });
    const after = await filesOf(gateway);
    const changed = [...after, ...before].filter((file) => !after.includes(file) || !before.includes(file));
    row.figure({ what: 'files changed by them', value: changed.length, goal: { exactly: 0 } });
    expect(gateway.logLines.filter((line) => / error | restarts/.test(line))).toEqual([]);
  });

  it('are told from what goes wrong inside', async () => {
    const { wrong } = await without(['malformedForms'], async () =>
      wrongOf(await startTestGateway({ scenario: 'no-inverters' }), structuredCases(1)),
    );
    row.counterProof({
      what: 'broken forms answered as errors of the gateway',
      without: SEAMS.malformedForms,
      value: wrong.filter((text) => text.includes('"status":500')).length,
      goal: { exactly: 0 },
    });
  });
});
