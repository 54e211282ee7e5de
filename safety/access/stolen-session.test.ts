import { ENDPOINTS } from '@heliograph/contract';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, postData, send } from '@heliograph/testbed/outside/http-client.ts';
import { openSocket } from '@heliograph/testbed/outside/socket-client.ts';
import { expect, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';

/** A15: whoever has copied a login loses all of it with its session. */

const row = openRow('A15');
const SECOND_MS = 1000;
const OF_PAGE = { 'x-heliograph-page': '1', 'x-requested-with': 'XMLHttpRequest' };
const SESSIONS = ENDPOINTS.getSessions.path;
const LEFT_OPEN = { what: 'sockets that are open a second later', goal: { exactly: 0 } } as const;

async function startClosed() {
  const { port } = await startTestGateway({
    prepare: (settings) =>
      settings.update('security', (security) => ({ ...security, allow_readonly: false })),
  });
  async function logIn() {
    const answer = await send(port, ENDPOINTS.authenticate.path, { headers: { ...OF_PAGE, ...login() } });
    const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const headers = { ...OF_PAGE, ...login(JSON.parse(answer.text).token) };
    const open = (path: string) =>
      openSocket(port, { headers: { cookie, origin: `http://127.0.0.1:${port}` } }, path);
    const sockets = await Promise.all(['/livedata', '/console'].map(open));
    return { cookie, headers, sockets, open };
  }
  return { port, logIn };
}

type Closed = Awaited<ReturnType<typeof startClosed>>;
type Login = Awaited<ReturnType<Closed['logIn']>>;

const idsOf = async (port: number, { headers }: Login): Promise<readonly { id: string; own: boolean }[]> =>
  JSON.parse((await send(port, SESSIONS, { headers })).text).sessions;

/** Each way in which the session of `stolen` may end. */
const ENDS: Readonly<Record<string, (closed: Closed, stolen: Login, own: Login) => Promise<unknown>>> = {
  async 'its owner ends it in the list'({ port }, _stolen, own) {
    const [other] = (await idsOf(port, own)).filter((session) => !session.own);
    return postData(port, ENDPOINTS.endSession.path, { id: other?.id ?? '' }, own.headers);
  },
  'its page logs out': ({ port }, stolen) =>
    send(port, ENDPOINTS.authenticate.path, { headers: { ...OF_PAGE, cookie: stolen.cookie } }),
};

async function endOne(end: (typeof ENDS)[string]) {
  const closed = await startClosed();
  const [stolen, own] = [await closed.logIn(), await closed.logIn()];
  await end(closed, stolen, own);
  const endedAtMs = performance.now();
  const call = await send(closed.port, SESSIONS, { headers: stolen.headers });
  const opened = await Promise.all(
    ['/livedata', '/console'].map((path) =>
      stolen.open(path).then(
        () => 1,
        () => 0,
      ),
    ),
  );
  const isClosed = Promise.all(stolen.sockets.map((socket) => socket.closed));
  await Promise.race([isClosed, new Promise((resolve) => setTimeout(resolve, SECOND_MS))]);
  const passedMs = performance.now() - endedAtMs;
  const isOpen = ({ socket }: Login['sockets'][number]) => socket.readyState === socket.OPEN;
  return {
    passedMs,
    leftOpen: stolen.sockets.filter(isOpen).length,
    letIn: Number(call.status !== 401) + opened.reduce((sum, one) => sum + one, 0),
    others:
      own.sockets.filter(isOpen).length +
      Number((await send(closed.port, SESSIONS, { headers: own.headers })).status === 200),
  };
}

it.each(Object.keys(ENDS))('ends everywhere when %s', async (name) => {
  const end = ENDS[name] ?? expect.fail('there is one');
  const { leftOpen, letIn, others, passedMs } = await endOne(end);
  row.figure({ ...LEFT_OPEN, what: `${LEFT_OPEN.what}, where ${name}`, value: leftOpen });
  row.figure({
    what: `calls and sockets let in afterwards, where ${name}`,
    value: letIn,
    goal: { exactly: 0 },
  });
  row.figure({
    what: `sockets and calls of the other login that go on, where ${name}`,
    value: others,
    goal: { exactly: 3 },
  });
  row.figure({
    what: `until all sockets were closed, where ${name}`,
    ...{ value: passedMs, unit: 'ms', goal: { atMost: SECOND_MS }, isTimed: true },
  });
});

it.runIf(row.isNightly)('would go on in its sockets', async () => {
  const [name = '', end = expect.fail('there is one')] = Object.entries(ENDS)[0] ?? [];
  const { leftOpen } = await without(['sessionEnd'], () => endOne(end));
  const what = `${LEFT_OPEN.what}, where ${name}`;
  row.counterProof({ ...LEFT_OPEN, what, without: SEAMS.sessionEnd, value: leftOpen });
});
