import { expect } from 'vitest';
import { startMosquittoSubscriber } from './mosquitto-subscriber.ts';
import { type MqttPlant, WAIT } from './mqtt-plant.ts';

/** What a plant has to publish: out of what its HTTP API says at the same moment. */
export interface DocumentedTree {
  /** Payload by topic; `status/last_update`, which HTTP does not tell to the second, is not among them. */
  readonly messages: Map<string, string>;
  /** Topics of values, which come only after new ones. */
  readonly values: ReadonlySet<string>;
}

/** Source: docs/reference/original-device.md#mqtt-topics. */
const AC_FIELDS =
  'Power DC,YieldDay,YieldTotal,Voltage,Current,Power,Frequency,Temperature,PowerFactor,Efficiency,ReactivePower';
const STRING_FIELDS = 'Voltage,Current,Power,YieldDay,YieldTotal,Irradiation';

/** The documented topics; `dtu/rssi` is not among them, since a gateway has no WiFi of its own. */
export async function documentedTree(plant: MqttPlant, base = 'solar/'): Promise<DocumentedTree> {
  const [network, system, limits, devices] = await Promise.all(
    ['network', 'system', 'limit', 'devinfo'].map(async (name) =>
      Object(await plant.json(`/api/${name}/status`)),
    ),
  );
  const messages = new Map<string, string>([
    [`${base}dtu/status`, 'online'],
    [`${base}dtu/ip`, network.network_ip],
    [`${base}dtu/hostname`, network.network_hostname],
    [`${base}dtu/uptime`, String(system.uptime)],
  ]);
  const { total, plant: counts } = Object(await plant.json('/api/livedata/status'));
  for (const [name, payload] of Object.entries({
    power: total.Power.v.toFixed(2),
    yieldday: total.YieldDay.v.toFixed(2),
    yieldtotal: total.YieldTotal.v.toFixed(2),
    inverters: String(counts.all),
    answering: String(counts.answering),
    producing: String(counts.producing),
    night: counts.night ? '1' : '0',
  })) {
    messages.set(`${base}dtu/total/${name}`, payload);
  }
  const values = new Set<string>();
  for (const inverter of await plant.live()) {
    const { serial } = inverter;
    const [device] = devices[serial];
    const status = { ...statusOf({ ...inverter, ...limits[serial] }), ...deviceFactsOf(device) };
    for (const [path, payload] of Object.entries(status)) messages.set(`${base}${serial}/${path}`, payload);
    for (const [path, payload] of Object.entries(inverter.channels).flatMap(valuesOf)) {
      messages.set(`${base}${serial}/${path}`, payload);
      values.add(`${base}${serial}/${path}`);
    }
  }
  return { messages, values };
}

interface Status {
  readonly name: string;
  readonly reachable: boolean;
  readonly producing: boolean;
  readonly limit_relative: number;
  readonly max_power: number;
}

function statusOf({ name, reachable, producing, limit_relative, max_power }: Status) {
  return {
    name,
    'status/reachable': reachable ? '1' : '0',
    'status/producing': producing ? '1' : '0',
    'status/limit_relative': limit_relative.toFixed(2),
    'status/limit_absolute': ((limit_relative * max_power) / 100).toFixed(2),
  };
}

function deviceFactsOf(device: Readonly<Record<string, unknown>>) {
  return {
    'device/bootloaderversion': String(device.fw_bootloader_version),
    'device/fwbuildversion': String(device.fw_build_version),
    'device/fwbuilddatetime': String(device.fw_build_datetime),
    'device/hwpartnumber': String(device.hw_part_number),
    'device/hwversion': String(device.hw_version),
  };
}

/** Irradiation is published also where there is none in the live data. */
function valuesOf([channel, shown]: readonly [string, unknown]): readonly (readonly [string, string])[] {
  const fields = Object(shown);
  const values = (channel === '0' ? AC_FIELDS : STRING_FIELDS)
    .split(',')
    .map(
      (field) =>
        [`${channel}/${field.replace(' ', '').toLowerCase()}`, (fields[field]?.v ?? 0).toFixed(2)] as const,
    );
  return channel === '0' ? values : [[`${channel}/name`, fields.name.u], ...values];
}

/** Waits until the broker has read all of it: who subscribes while it reads is told a part as kept, a part as new. */
export async function taken(port: number, messages: ReadonlyMap<string, string>): Promise<void> {
  const first = await startMosquittoSubscriber(port);
  const missing = () => {
    const heard = new Map(first.messages.map(({ topic, payload }) => [topic, payload]));
    return [...messages].filter(([topic, payload]) => payload !== '' && heard.get(topic) !== payload);
  };
  await expect.poll(missing, WAIT).toEqual([]);
  await first.stop();
}
