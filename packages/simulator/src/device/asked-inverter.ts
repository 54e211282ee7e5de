import type {
  FirmwareInfo,
  HardwareInfo,
  InverterEvent,
  LimitCommand,
  PowerCommand,
  Reading,
} from '@heliograph/domain';
import {
  type ControlRequest,
  createAssembly,
  type DataCommandKind,
  decodeAlarmLog,
  decodeDeviceInfoAll,
  decodeDeviceInfoSimple,
  decodeFragment,
  decodeRealTimeData,
  decodeSystemConfig,
  encodeRequest,
  type Fragment,
  isAnswerTo,
  joinPayload,
  limitTypeFor,
  modelFamilyOf,
  pipeAddress,
  type Request,
} from '@heliograph/protocol';
import type { InverterTruth } from '../simulated-inverter.ts';
import type { SimulatedPlant } from '../simulated-plant.ts';

/**
 * The inverters of a plant as a device asks them: over good air, in its words, without waiting. Undefined, and false:
 * the inverter is silent. Source: docs/reference/radio-protocol.md#exchanges.
 */
export interface AskedPlant {
  readReading(serial: string): Reading | undefined;
  /** Times are seconds of the local day, not wrapped. */
  readEvents(serial: string): readonly InverterEvent[] | undefined;
  readLimitPercent(serial: string): number | undefined;
  readFirmware(serial: string): FirmwareInfo | undefined;
  readHardware(serial: string): HardwareInfo | undefined;
  limit(serial: string, command: LimitCommand): boolean;
  switchPower(serial: string, command: PowerCommand): boolean;
  /** Takes an inverter of the plant away, or brings it back. */
  setPresence(serial: string, isPresent: boolean): void;
  /** What an inverter really holds; undefined where the plant has none. */
  inspect(serial: string): InverterTruth | undefined;
}

export interface AskedPlantOptions {
  readonly plant: SimulatedPlant;
  /** Inverters that answer. */
  readonly present: readonly string[];
  readonly dtuSerial: () => string;
  readonly unixS: () => number;
  readonly utcOffsetS: number;
}

/** A device caps relative limits. Source: docs/reference/original-device.md#limit. */
const RELATIVE_LIMIT_MAX_PERCENT = 100;

export function createAskedPlant(options: AskedPlantOptions): AskedPlant {
  const { plant, dtuSerial, unixS, utcOffsetS } = options;
  const present = new Set(options.present);

  /** What came back, complete and meant for us. */
  function exchange(serial: string, request: Request): readonly Fragment[] | undefined {
    const inverter = plant.inverters.get(pipeAddress(serial));
    if (inverter?.serial !== serial || !present.has(serial)) return undefined;
    const revision = inverter.revision();
    const link = { inverterSerial: serial, dtuSerial: dtuSerial() };
    const answer = inverter.hear(encodeRequest(request, link));
    plant.rememberWhenDue(inverter.revision() !== revision);
    const assembly = createAssembly();
    for (const packet of answer?.packets ?? []) {
      const result = decodeFragment(packet);
      if (result.ok) assembly.add(result.fragment);
    }
    const status = assembly.status();
    return status.kind === 'complete' && isAnswerTo(request.kind, status.fragments)
      ? status.fragments
      : undefined;
  }

  function ask<T>(serial: string, kind: DataCommandKind, read: (payload: Uint8Array) => T | undefined) {
    const fragments = exchange(serial, { kind, timeS: Math.floor(unixS()) });
    const joined = fragments && joinPayload(fragments);
    return joined?.ok ? read(joined.payload) : undefined;
  }

  const order = (serial: string, request: ControlRequest) => exchange(serial, request) !== undefined;

  return {
    readReading(serial) {
      const family = modelFamilyOf(serial);
      return family && ask(serial, 'RealTimeRunData', (payload) => decodeRealTimeData(family, payload));
    },
    readEvents: (serial) => ask(serial, 'AlarmData', (payload) => decodeAlarmLog(payload, utcOffsetS)),
    readLimitPercent: (serial) =>
      ask(serial, 'SystemConfigPara', (payload) => decodeSystemConfig(payload)?.limitPercent),
    readFirmware: (serial) => ask(serial, 'DevInfoAll', decodeDeviceInfoAll),
    readHardware: (serial) => ask(serial, 'DevInfoSimple', decodeDeviceInfoSimple),
    limit(serial, command) {
      const family = modelFamilyOf(serial);
      if (family === undefined) return false;
      const { value, isRelative } = command;
      const limit = isRelative ? Math.min(value, RELATIVE_LIMIT_MAX_PERCENT) : value;
      return order(serial, { kind: 'ActivePowerControl', limit, limitType: limitTypeFor(family, command) });
    },
    switchPower: (serial, action) => order(serial, { kind: 'PowerControl', action }),
    setPresence(serial, isPresent) {
      if (isPresent) present.add(serial);
      else present.delete(serial);
    },
    inspect: (serial) => {
      const inverter = plant.inverters.get(pipeAddress(serial));
      return inverter?.serial === serial ? inverter.inspect() : undefined;
    },
  };
}
