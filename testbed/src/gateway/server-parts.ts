import { DEFAULT_PINS } from '@heliograph/contract';
import type { Accounts } from '../../../apps/gateway/src/accounts/accounts.ts';
import { openSessions } from '../../../apps/gateway/src/accounts/sessions.ts';
import { NO_FINDINGS } from '../../../apps/gateway/src/findings/start-findings.ts';
import { NO_HISTORY } from '../../../apps/gateway/src/history/start-history.ts';
import type { GatewayServerOptions } from '../../../apps/gateway/src/http/gateway-server.ts';
import { createDeviceClock } from '../../../apps/gateway/src/platform/device-clock.ts';
import type { Platform } from '../../../apps/gateway/src/platform/platform.ts';
import { CHEAP_HASH } from './platform.ts';
import { NO_LIMITS } from './start-gateway.ts';

/** Nobody but the admin, whose password is not known. */
const NO_ACCOUNTS: Accounts = {
  find: () => undefined,
  all: () => [],
  save: async () => 'AccountUnknown',
  remove: async () => false,
  isPassword: async () => false,
  setPassword: async () => undefined,
  hashAnew: async (_password, { passwordHash }) => passwordHash,
  isSamePassword: () => false,
  findToken: () => undefined,
  tokens: () => [],
  createToken: async () => 'TokenCount',
  endToken: async () => false,
  forget: async () => undefined,
  close: async () => undefined,
};

type Given = 'platform' | 'settings' | 'fleet' | 'totals';

/** A server without anything on the air: no order is taken, nothing restarts. */
export async function serverParts(
  platform: Platform,
  dataFolder: string,
): Promise<Omit<GatewayServerOptions, Given>> {
  const directory = await platform.openDataDirectory(dataFolder);
  return {
    directory,
    orders: { place: () => undefined, obstacle: () => undefined, all: () => [], current: () => [] },
    rule: {
      state: () => ({
        ...{ armed: false, target: 'plant', meter_power: 0, hysteresis: 20, margin: 20, safe_power: 0 },
        ...{ promise: 0, fail_safe: false },
      }),
      obstacle: () => undefined,
      startTest: () => false,
      cancelTest: () => false,
      watched: () => undefined,
      plantOf: () => undefined,
      guards: () => false,
    },
    powerLimits: {
      state: () => ({ armed: false, inverters: [], held: [] }),
      claim: async () => 'claimed',
      release: async () => true,
    },
    modbusStatus: () => ({ state: 'off', clients: [], units: [] }),
    devices: {
      statuses: () => [],
      upstreamIds: () => [],
      connection: () => undefined,
      inverters: () => [],
      readAgain: () => undefined,
      test: async () => ({
        ...{ problem: 'unreachable', facts: undefined, inverterCount: undefined, isPasswordRight: undefined },
        ...{ twin: undefined, certificate: undefined },
      }),
    },
    deviceFinder: { found: () => ({ devices: [], isListening: false }) },
    pollStagger: { before: () => undefined },
    sources: () => [],
    findings: NO_FINDINGS,
    history: NO_HISTORY,
    meter: {
      reading: () => undefined,
      problem: () => 'none',
      tryOut: async () => ({ kind: 'problem', problem: 'unreachable' }),
      hasSimulated: false,
    },
    deviceBackups: { list: async () => ({ backups: [] }), read: async () => undefined },
    sessions: await openSessions({
      ...{ clock: platform.clock, log: platform.log, randomBytes: platform.randomBytes },
      passwordHashOf: () => '',
      ...{ directory, deviceClock: { isSet: () => true, unixMs: platform.clock.unixMs } },
    }),
    accounts: NO_ACCOUNTS,
    gatewayId: 'c0ffee',
    deviceClock: createDeviceClock({ clock: platform.clock, startSet: true }),
    hints: () => ({ time_sync: false, radio_problem: false, default_password: false }),
    pins: DEFAULT_PINS,
    restartSoon: () => undefined,
    startReason: 'started',
    version: '',
    gitHash: '',
    installation: 'unknown',
    updateRepository: '',
    wholeBackup: {
      make: () => Promise.reject(new Error('there are no settings on a disk')),
      receive: () => Promise.reject(new Error('there are no settings on a disk')),
    },
    configFiles: {
      names: async () => [],
      read: async () => undefined,
      remove: async () => false,
      restore: async () => undefined,
      preview: async () => ({ adjustments: [] }),
      reset: async () => undefined,
    },
    firmware: { active: undefined, receive: () => Promise.reject(new Error('there are no slots')) },
    mqttFacts: () => ({ isConnected: false, failure: '' }),
    tryConnection: async () => 'no-answer',
    time: {
      state: () => ({
        server: '',
        state: 'never',
        problem: undefined,
        failure: '',
        answer: undefined,
        nextInMs: 0,
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
    limits: NO_LIMITS,
  };
}
