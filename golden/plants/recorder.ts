import type { ScenarioName } from '@heliograph/simulator/scenarios';
import type { GatewayProcess } from '@heliograph/testbed/outside/gateway-process.ts';
import { type Exchange, isRecord, memberOf, type Value } from '../answer.ts';
import { ask, openSocket, until } from '../ask.ts';
import { CALLERS, type CallerName, login, PASSWORD, type Place } from '../callers.ts';
import { startGatewayOf } from '../gateway-of.ts';

/** One gateway, and everything that it was asked. */
export interface Recorder {
  readonly gateway: GatewayProcess;
  readonly exchanges: readonly Exchange[];
  /** In which state what follows is asked. */
  enter(state: string): void;
  note(call: string, caller: string, answer: Value): void;
  get(path: string, caller?: CallerName): Promise<Value>;
  /** Posts the field `data`, as our own page and most programs do. */
  post(path: string, data: unknown, options?: PostOptions): Promise<Value>;
  socket(path: string, caller: CallerName): Promise<void>;
  /** As `get`, without noting it. */
  look(path: string): Promise<unknown>;
  readonly place: Place;
  setPassword(password: string): void;
  /** A login as a page does it, for the cookie that it leaves. */
  logIn(): Promise<void>;
}

export interface PostOptions {
  readonly caller?: CallerName;
  /** What is special about it; stands behind the path. */
  readonly words?: string;
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
export const dataForm = (data: unknown) => `data=${encodeURIComponent(JSON.stringify(data))}`;

export interface PlantOptions {
  readonly checkout: string;
  readonly scenario: ScenarioName;
  readonly flags?: readonly string[];
  /** One that exists already. */
  readonly dataFolder?: string;
}

/** Starts a gateway, has `script` ask it, and ends it. */
export async function recordPlant(
  { checkout, scenario, flags = [], dataFolder }: PlantOptions,
  script: (recorder: Recorder) => Promise<void>,
): Promise<readonly Exchange[]> {
  const gateway = await startGatewayOf(checkout, {
    ...{ scenario, flags },
    ...(dataFolder !== undefined && { dataFolder }),
  });
  try {
    const recorder = createRecorder(gateway);
    await script(recorder);
    return recorder.exchanges;
  } finally {
    await gateway.dispose();
  }
}

/** Of a gateway that runs already. */
export function createRecorder(gateway: GatewayProcess): Recorder {
  const exchanges: Exchange[] = [];
  const { url } = gateway;
  let state = '';
  let password = PASSWORD;
  let cookie = '';

  const place = () => ({ url, password, cookie });
  const headersOf = (caller: CallerName) => CALLERS[caller](place());

  function note(call: string, caller: string, answer: Value): void {
    const isKnown = exchanges.some(
      (one) => one.state === state && one.call === call && one.caller === caller,
    );
    if (isKnown) throw new Error(`${state}, ${call}, ${caller}: asked twice`);
    exchanges.push({ state, call, caller, answer });
  }

  return {
    gateway,
    exchanges,
    note,
    enter(name) {
      state = name;
    },
    async get(path, caller = 'admin') {
      const answer = { ...(await ask(url, path, { headers: headersOf(caller) })) };
      note(`GET ${path}`, caller, answer);
      return answer;
    },
    async post(path, data, { caller = 'admin', words } = {}) {
      const headers = { ...FORM, ...headersOf(caller) };
      const body = dataForm(data);
      const answer = { ...(await ask(url, path, { method: 'POST', headers, body })) };
      note(`POST ${path}${words === undefined ? '' : ` ${words}`}`, caller, answer);
      return answer;
    },
    async socket(path, caller) {
      const hasMessage = path === '/livedata';
      const { answer, socket } = await openSocket(url, path, { headers: headersOf(caller), hasMessage });
      note(`SOCKET ${path}`, caller, answer);
      socket?.terminate();
    },
    look: async (path) => (await ask(url, path, { headers: login(password) })).body,
    get place() {
      return place();
    },
    setPassword(next) {
      password = next;
    },
    async logIn() {
      const { headers } = await ask(url, '/api/security/authenticate', { headers: headersOf('own page') });
      cookie = headers['set-cookie']?.split(';')[0] ?? '';
    },
  };
}

/** Each of its two answers has told one of these. */
const isKnown = (info: unknown, key: string) => Number(memberOf(info, 0, key)) > 0;

export interface Expected {
  /** So many inverters answer. */
  readonly answering: number;
  /** So many are asked and never answer. */
  readonly silent?: number;
}

/** Waits until every inverter that answers has told all that is asked of it at the beginning. */
export async function untilRead(recorder: Recorder, { answering, silent = 0 }: Expected): Promise<void> {
  const count = async (path: string, isKnown: (inverter: unknown) => boolean) => {
    const body = await recorder.look(path);
    return isRecord(body) ? Object.values(body).filter(isKnown).length : 0;
  };
  await until(
    'limits are read',
    () => count('/api/limit/status', (limit) => memberOf(limit, 'limit_set_status') === 'Ok'),
    (known) => known >= answering,
  );
  await until(
    'device information is read',
    () =>
      count(
        '/api/devinfo/status',
        (info) => isKnown(info, 'fw_build_version') && isKnown(info, 'hw_part_number'),
      ),
    (known) => known >= answering,
  );
  await until(
    'the silent ones are given up',
    async () => memberOf(await recorder.look('/api/livedata/status'), 'inverters'),
    (inverters) =>
      Array.isArray(inverters) &&
      inverters.filter((inverter) => memberOf(inverter, 'reachable') === false).length >= silent,
  );
}
