import {
  getLiveData,
  getOrders,
  getSourceSettings,
  getSources,
  type LiveData,
  type Order,
  type SourceConfig,
  type SourceStatus,
  saveSource,
} from '@heliograph/contract';
import type { FirmwareName, SimulatedDevice } from '@heliograph/simulator';
import { createTestPlatform } from '@heliograph/testbed/gateway/platform.ts';
import { DEVICE_PASSWORD, startServedDevice } from '@heliograph/testbed/gateway/served-device.ts';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { jsonOf, login, postData, send } from '@heliograph/testbed/outside/http-client.ts';

/** A gateway whose only inverters come from a simulated original device, which can be made to fail. */
export interface FailingDevice {
  readonly device: SimulatedDevice;
  /** Where the device listens. */
  readonly devicePort: number;
  /** Of the gateway. */
  readonly port: number;
  /** Lets time pass on the clock of both, and all that is asked meanwhile be answered. */
  pass(ms: number): Promise<void>;
  /** What the gateway tells of the device. */
  status(): Promise<SourceStatus>;
  live(): Promise<LiveData>;
  orders(): Promise<readonly Order[]>;
  /** Saves another password for the device, as its owner does. */
  savePassword(password: string): Promise<void>;
  /** How many inverters show values as those of now that are none. */
  oldValues(): Promise<number>;
}

/** Each of the three inverters is asked once in three seconds. */
const POLL_INTERVAL_S = 1;
const ALL_READ_MS = 10_000;
/** A reading is 3 s old when the next one comes, and 14 s after that nothing shows as live any more. */
const OLD_FROM_S = 18;

/** So long a step is that what is asked in it is answered in it. */
const STEP_MS = 250;
/** Everything is in this process, so its turns, and not its speed, decide what is done. */
const TURNS_OF_STEP = 60;

export async function startFailingDevice(firmware: FirmwareName, seed: number): Promise<FailingDevice> {
  const platform = createTestPlatform('error');
  const { clock } = platform;
  const { device, port: devicePort } = await startServedDevice({
    ...{ firmware, clock, seed, allowReadonly: false },
    settings: { dtu: { dtu_pollinterval: POLL_INTERVAL_S } },
  });
  clock.advance(ALL_READ_MS);
  const source: SourceConfig = {
    ...{ id: 'roof', name: '', enabled: true, https: false, host: '127.0.0.1', port: devicePort, path: '' },
    ...{ user: 'admin', password: DEVICE_PASSWORD },
  };
  const { port } = await startTestGateway({
    ...{ platform, scenario: 'no-inverters' },
    prepare: (settings) => settings.update('sources', (current) => ({ ...current, source: [source] })),
  });

  const get = async (path: string) => jsonOf(await send(port, path, { headers: login() }));

  async function status(): Promise<SourceStatus> {
    const found = getSources.read(await get(getSources.path))?.sources.find(({ id }) => id === source.id);
    if (found === undefined) throw new Error('the gateway has no such source');
    return found;
  }

  const live = async () => (await get(getLiveData.path)) as LiveData;

  return {
    ...{ device, devicePort, port, status, live },
    async pass(ms) {
      for (let restMs = ms; restMs > 0; restMs -= STEP_MS) {
        await clock.advanceAsync(Math.min(STEP_MS, restMs));
        for (let turn = 0; turn < TURNS_OF_STEP; turn++)
          await new Promise((resolve) => setImmediate(resolve));
      }
    },
    orders: async () => getOrders.read(await get(getOrders.path))?.orders ?? [],
    async savePassword(password) {
      const [saved] = getSourceSettings.read(await get(getSourceSettings.path))?.sources ?? [];
      const answer = await postData(port, saveSource.path, { ...saved, password });
      if (saveSource.read(jsonOf(answer))?.type !== 'success') throw new Error(`not saved: ${answer.text}`);
    },
    async oldValues() {
      const [{ state }, { inverters }] = [await status(), await live()];
      const isOld = ({ answering, data_age }: LiveData['inverters'][number]) =>
        answering === true && (state !== 'live' || data_age >= OLD_FROM_S);
      return inverters.filter(isOld).length;
    },
  };
}
