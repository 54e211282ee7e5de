import {
  createSimulatedDevice,
  SCENARIOS,
  type SimulatedDevice,
  type SimulatedDeviceOptions,
} from '@heliograph/simulator';
import { onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../../apps/gateway/src/platform/clock.ts';
import { type ServedDevice, serveDevice } from '../../../apps/gateway/src/simulated-devices/serve-device.ts';

export interface TestDevice extends ServedDevice {
  readonly device: SimulatedDevice;
}

export const DEVICE_PASSWORD = 'sunny-side-up';
/** As a client of it sends its login. */
export const DEVICE_LOGIN = { authorization: `Basic ${btoa(`admin:${DEVICE_PASSWORD}`)}` };

/**
 * A simulated device at a port of this machine until the test ends: the newest release with three inverters, unless the
 * test says otherwise.
 */
export async function startServedDevice(
  options: Partial<Omit<SimulatedDeviceOptions, 'clock'>> & { readonly clock?: Clock } = {},
): Promise<TestDevice> {
  const { clock = systemClock, ...others } = options;
  const device = createSimulatedDevice({
    ...{ firmware: 'v26.3.30', scenario: SCENARIOS['three-inverters'], password: DEVICE_PASSWORD },
    ...others,
    clock,
  });
  const served = await serveDevice({ device, clock });
  onTestFinished(async () => {
    device.stop();
    await served.close();
  });
  return { ...served, device };
}
