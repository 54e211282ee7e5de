import { DEFAULT_PINS } from '@heliograph/contract';
import { openAccessLog } from '../../../apps/gateway/src/accounts/access-log.ts';
import { openAccounts } from '../../../apps/gateway/src/accounts/accounts.ts';
import { openPasskeys } from '../../../apps/gateway/src/accounts/passkeys.ts';
import { openSessions } from '../../../apps/gateway/src/accounts/sessions.ts';
import { openShares } from '../../../apps/gateway/src/accounts/shares.ts';
import { NO_ALERTS } from '../../../apps/gateway/src/alerts/start-alerts.ts';
import { NO_FINDINGS } from '../../../apps/gateway/src/findings/start-findings.ts';
import { NO_HISTORY } from '../../../apps/gateway/src/history/start-history.ts';
import type { GatewayServerOptions } from '../../../apps/gateway/src/http/gateway-server.ts';
import { createDeviceClock } from '../../../apps/gateway/src/platform/device-clock.ts';
import type { Platform } from '../../../apps/gateway/src/platform/platform.ts';
import type { SettingsStore } from '../../../apps/gateway/src/settings/settings-store.ts';
import { NO_TIMESERIES } from '../../../apps/gateway/src/timeseries/timeseries.ts';
import { CHEAP_HASH } from './platform.ts';
import { NO_LIMITS } from './start-gateway.ts';

type Given = 'platform' | 'settings' | 'fleet' | 'totals';

const SET_UP: GatewayServerOptions['firstRun'] = {
  ...{
    isOpen: () => false,
    isLocked: () => false,
    asksForPassword: () => false,
    isCode: () => false,
    code: undefined,
  },
  setDone: async () => undefined,
};

/** A server without anything on the air: no order is taken, nothing restarts. */
export async function serverParts(
  platform: Platform,
  dataFolder: string,
  settings: SettingsStore,
): Promise<Omit<GatewayServerOptions, Given>> {
  const directory = await platform.openDataDirectory(dataFolder);
  const { clock, log, randomBytes } = platform;
  const deviceClock = { isSet: () => true, unixMs: clock.unixMs };
  const remembered = { clock, log, randomBytes, directory, deviceClock };
  const accounts = await openAccounts({ ...remembered, settings, hashCost: CHEAP_HASH });
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
    alerts: NO_ALERTS,
    timeseries: NO_TIMESERIES,
    isRadioSimulated: true,
    radioTrial: { start: () => undefined, isRunning: () => false, result: () => undefined },
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
    sessions: await openSessions({ ...remembered, passwordHashOf: () => '' }),
    accounts,
    shares: await openShares({ ...remembered, settings }),
    passkeys: await openPasskeys({ ...remembered, settings, accountOf: accounts.find }),
    firstRun: SET_UP,
    accessLog: await openAccessLog(remembered),
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
