import { DEFAULT_PINS } from '@heliograph/contract';
import type { HttpRimOptions } from '../src/http/http-rim.ts';
import { createDeviceClock } from '../src/platform/device-clock.ts';
import type { Platform } from '../src/platform/platform.ts';
import { CHEAP_HASH, NO_CROWD_LIMITS } from './start-test-gateway.ts';

type Given = 'platform' | 'settings' | 'fleet' | 'totals';

/** A rim without anything on the air: no order is taken, nothing restarts. */
export async function rimParts(platform: Platform, dataFolder: string): Promise<Omit<HttpRimOptions, Given>> {
  return {
    directory: await platform.openDataDirectory(dataFolder),
    air: { setLimit: () => false, setPower: () => false },
    deviceClock: createDeviceClock({ clock: platform.clock, startSet: true }),
    hints: () => ({ time_sync: false, radio_problem: false, default_password: false }),
    pins: DEFAULT_PINS,
    restartSoon: () => undefined,
    startReason: 'started',
    ...{ version: '', gitHash: '', installation: 'unknown' },
    updateRepository: '',
    configFiles: {
      names: async () => [],
      read: async () => undefined,
      restore: async () => undefined,
      preview: async () => ({ adjustments: [] }),
      reset: async () => undefined,
    },
    firmware: { active: undefined, receive: () => Promise.reject(new Error('there are no slots')) },
    mqttFacts: () => ({ isConnected: false, failure: '' }),
    tryConnection: async () => 'no-answer',
    time: {
      state: () => ({
        ...{ server: '', state: 'never', problem: undefined, failure: '' },
        ...{ answer: undefined, nextInMs: 0 },
      }),
      setByHand: () => undefined,
      tryServer: async () => ({ kind: 'failed', failure: 'no-answer' }),
    },
    radioStatus: () => ({ connected: true, plusVariant: true }),
    hashCost: CHEAP_HASH,
    webFolder: '/nowhere',
    names: [],
    basePath: '/',
    tls: undefined,
    limits: NO_CROWD_LIMITS,
  };
}
