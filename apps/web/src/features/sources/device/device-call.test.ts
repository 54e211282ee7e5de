import {
  type AnyEndpoint,
  getDeviceConfig,
  getMqttConfig,
  getNtpConfig,
  getSystemStatus,
  getTime,
  setDeviceConfig,
  setMqttConfig,
} from '@heliograph/contract';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../../shared/api/call.ts';
import { changesOf, createDeviceCall } from './device-call.ts';

interface Asked {
  readonly path: string;
  readonly query: unknown;
  readonly body: unknown;
}

/** A gateway that answers each path with what is given for it. */
function gatewayOf(answers: Readonly<Record<string, unknown>>) {
  const asked: Asked[] = [];
  const problems: string[] = [];
  const call = (async (
    { path, read }: AnyEndpoint<unknown, unknown>,
    { query, body }: { query?: unknown; body?: unknown } = {},
  ) => {
    asked.push({ path, query, body });
    return { kind: 'answered', answer: read(answers[path]) };
  }) as unknown as Call;
  const ofDevice = createDeviceCall({
    ...{ call, id: 'barn' },
    onProblem: (problem) => problems.push(problem),
    problemText: (problem) => `because of ${problem}`,
  });
  return { ofDevice, asked, problems };
}

const DOCUMENT = '/api/heliograph/source-document';
const SAVED = { type: 'success', message: 'Settings saved!', code: 1001 };

describe('what differs', () => {
  const settings = { mqtt_port: 1883, 'display.contrast': 60, 'curPin.name': '', led: [{ brightness: 5 }] };

  it.each([
    ['nothing where all is the same', { mqtt_port: 1883, display: { contrast: 60 } }, {}],
    ['a value', { mqtt_port: 8883 }, { mqtt_port: 8883 }],
    ['a value of a group', { display: { contrast: 61, show_logo: true } }, { 'display.contrast': 61 }],
    ['a list', { led: [{ brightness: 6 }] }, { led: [{ brightness: 6 }] }],
    ['no profile that our page had to invent', { curPin: { name: '(Default settings)' } }, {}],
    ['a profile that somebody chose', { curPin: { name: 'Board' } }, { 'curPin.name': 'Board' }],
    ['nothing that the device does not have', { hostname: 'Barn' }, {}],
    ['nothing of what is no object', 'text', {}],
  ])('is %s', (_, body, changes) => {
    expect(changesOf(settings, body)).toEqual(changes);
  });
});

describe('the calls of a page of settings', () => {
  it('are answered by the device, and only what was changed is sent there', async () => {
    const settings = { mqtt_enabled: true, mqtt_hostname: 'broker', mqtt_lwt_qos: 2, later: 1 };
    const { ofDevice, asked } = gatewayOf({ [DOCUMENT]: { settings, ...SAVED } });
    const loaded = await ofDevice(getMqttConfig);
    expect(loaded).toMatchObject({ kind: 'answered', answer: { ...settings, mqtt_port: 0 } });
    await ofDevice(setMqttConfig, { body: { ...settings, mqtt_hostname: 'other', mqtt_port: 0 } as never });
    expect(asked).toEqual([
      { path: DOCUMENT, query: { source: 'barn', document: 'mqtt' }, body: undefined },
      {
        path: DOCUMENT,
        query: undefined,
        body: { source: 'barn', document: 'mqtt', settings: { mqtt_hostname: 'other' } },
      },
    ]);
  });

  it('have groups where our own settings have them', async () => {
    const settings = { 'curPin.name': 'Board', 'curPin.nrf24.clk': 18, 'display.contrast': 60 };
    const { ofDevice, asked } = gatewayOf({ [DOCUMENT]: { settings, ...SAVED } });
    expect(await ofDevice(getDeviceConfig)).toMatchObject({
      answer: { curPin: { name: 'Board', nrf24: { clk: 18 } }, display: { contrast: 60 } },
    });
    await ofDevice(setDeviceConfig, {
      body: { curPin: { name: 'Board' }, display: { contrast: 50, power_safe: false } } as never,
    });
    expect(asked.at(-1)?.body).toMatchObject({ settings: { 'display.contrast': 50 } });
  });

  it('know the rule of a zone that the device names only', async () => {
    const { ofDevice } = gatewayOf({
      [DOCUMENT]: { settings: { ntp_server: 'ptb', ntp_timezone_descr: 'Europe/Berlin' } },
      '/zones.json': { 'Europe/Berlin': 'CET-1CEST' },
    });
    expect(await ofDevice(getNtpConfig)).toMatchObject({ answer: { ntp_timezone: 'CET-1CEST' } });
  });

  it('say why the device did not tell, or did not take it', async () => {
    const { ofDevice, problems } = gatewayOf({
      [DOCUMENT]: { settings: {}, type: 'warning', message: 'in English', source_problem: 'login' },
    });
    expect(await ofDevice(getMqttConfig)).toEqual({ kind: 'unreachable' });
    expect(problems).toEqual(['login']);
    expect(await ofDevice(setMqttConfig, { body: {} as never })).toEqual({
      kind: 'answered',
      answer: { type: 'warning', message: 'because of login' },
    });
  });

  it('tell of the device what pages ask of the gateway, and nothing of the gateway itself', async () => {
    const { ofDevice, asked } = gatewayOf({
      '/api/heliograph/source-facts': { system: { uptime: 7, hostname: 'Barn' } },
    });
    expect(await ofDevice(getSystemStatus)).toMatchObject({ answer: { uptimeS: 7, hostname: 'Barn' } });
    expect(await ofDevice(getTime)).toEqual({ kind: 'missing' });
    expect(asked).toHaveLength(1);
  });
});
