import { type Exchange, memberOf } from '../answer.ts';
import { ask, openSocket, until } from '../ask.ts';
import { CALLER_NAMES, CALLERS, type CallerName } from '../callers.ts';
import { GET_PATHS, POST_PATHS, SOCKET_PATHS } from '../calls.ts';
import { FORM, type Recorder, recordPlant, untilRead } from './recorder.ts';

/** Every call by every caller: with everything as it is on a fresh folder, with reading locked, with another password. */
export function recordAccess(checkout: string): Promise<readonly Exchange[]> {
  return recordPlant({ checkout, scenario: 'three-inverters' }, async (recorder) => {
    await untilRead(recorder, { answering: 3 });
    await recorder.logIn();
    recorder.enter('fresh');
    await askEverything(recorder);
    await askOddly(recorder);

    recorder.enter('reading locked');
    await recorder.post(
      '/api/security/config',
      { password: 'openDTU42', allow_readonly: false },
      { words: 'that locks reading' },
    );
    await recorder.logIn();
    await askEverything(recorder);

    recorder.enter('password changed');
    await changePassword(recorder);
  });
}

async function askEverything(recorder: Recorder): Promise<void> {
  for (const caller of CALLER_NAMES) {
    for (const path of GET_PATHS) await recorder.get(path, caller);
    for (const path of POST_PATHS) await recorder.post(path, {}, { caller });
    for (const path of SOCKET_PATHS) await recorder.socket(path, caller);
  }
}

/** Other methods, and headers that say nothing good. */
async function askOddly({ gateway, note, look }: Recorder): Promise<void> {
  const name = String(memberOf(await look('/api/network/status'), 'network_hostname'));
  for (const [words, host] of [
    ['its own name', name],
    ['its own name in .local', `${name}.local`],
    ['its own name, a port', `${name}:8080`],
    ['an address', '192.168.1.20'],
    ['nothing', ''],
  ] as const) {
    const answer = await ask(gateway.url, '/api/livedata/status', { headers: { host } });
    note(`GET /api/livedata/status (Host: ${words})`, 'anonymous', { ...answer });
  }
  for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']) {
    for (const path of ['/api/livedata/status', '/api/limit/config', '/api/nothing', '/', '/healthz']) {
      note(`${method} ${path}`, 'anonymous', { ...(await ask(gateway.url, path, { method })) });
    }
  }
  for (const path of ['/api/ntp/config', '/api/livedata/status']) {
    for (const authorization of ['', 'Basic', 'Basic !!!', 'Bearer abc', 'Digest username="admin"']) {
      const answer = await ask(gateway.url, path, { headers: { authorization } });
      note(`GET ${path} (Authorization: ${authorization})`, 'anonymous', { ...answer });
    }
  }
}

const NEW_PASSWORD = 'sonnig und warm';

async function changePassword(recorder: Recorder): Promise<void> {
  const { gateway, place, note } = recorder;
  const headers = CALLERS['own page'](place);
  const live = await openSocket(gateway.url, '/livedata', { headers, hasMessage: true });
  let closed: number | undefined;
  live.socket?.once('close', (code: number) => {
    closed = code;
  });
  await recorder.post('/api/security/config', { password: NEW_PASSWORD, allow_readonly: true });
  await until(
    'the socket of the old password ends',
    () => closed,
    (code) => code !== undefined,
  );
  note('SOCKET /livedata of the old password is closed with', 'own page', closed ?? null);
  for (const path of ['/api/ntp/config', '/api/livedata/status', '/api/security/config']) {
    await recorder.get(path, 'wrong password');
    const old = await ask(gateway.url, path, { headers: CALLERS.admin(place) });
    note(`GET ${path} (the old password)`, 'admin', { ...old });
  }
  const handshake = await openSocket(gateway.url, '/console', {
    headers: CALLERS['cookie of the sockets'](place),
  });
  note('SOCKET /console (the old cookie)', 'cookie of the sockets', handshake.answer);
  handshake.socket?.terminate();
  recorder.setPassword(NEW_PASSWORD);
  await recorder.logIn();
  const callers: readonly CallerName[] = ['anonymous', 'admin', 'own page', 'cookie of the sockets'];
  for (const caller of callers) {
    for (const path of ['/api/ntp/config', '/api/livedata/status', '/api/security/authenticate']) {
      await recorder.get(path, caller);
    }
    await recorder.socket('/console', caller);
  }
  const body = 'data={}';
  const answer = await ask(gateway.url, '/api/dtu/config', { method: 'POST', headers: FORM, body });
  note('POST /api/dtu/config', 'anonymous', { ...answer });
}
