import type { DtuConfig, TreatmentConfig } from '@heliograph/contract';
import {
  type DecodedRequest,
  decodeRequest,
  encodeAlarmLog,
  encodeAnswer,
  encodeControlAnswer,
  encodeDeviceInfoAll,
  encodeDeviceInfoSimple,
  encodeRealTimeData,
  encodeSystemConfig,
  modelFamilyOf,
  type RealTimeData,
  type Request,
} from '@heliograph/protocol';
import { createFleet } from '../../../apps/gateway/src/fleet/fleet.ts';
import { createDeviceClock } from '../../../apps/gateway/src/platform/device-clock.ts';
import { createAir } from '../../../apps/gateway/src/sources/radio/air.ts';
import { supportedInverters } from '../../../apps/gateway/src/sources/radio/supported-inverters.ts';
import { createVirtualClock } from '../clock.ts';
import { createFakeRadio } from './fake-radio.ts';

export const DTU: DtuConfig = { dtu_serial: '199980112345', dtu_pollinterval: 5, dtu_palevel: 0 };

/** What is told of a module that says nothing. */
const SILENT_MODULE = {
  name: 'silent-low',
  spi: '/dev/spidev0.0',
  ce: 'GPIO 25',
  irq: 'GPIO 24',
  detail: '',
} as const;

interface AirTestbedOptions {
  readonly serials: readonly string[];
  readonly dtu?: DtuConfig;
  readonly isClockSet?: boolean;
  /** How each of them is treated; default: as usual. */
  readonly treatment?: TreatmentConfig;
  /** By string, in kWh. */
  readonly yieldTotalOffsets?: readonly number[];
  readonly isNight?: () => boolean;
  readonly isDay?: () => boolean;
  readonly isRadioAtFault?: () => boolean;
  /** What comes back for a request, as packets with their delay; default: nothing. */
  readonly answer?: (request: DecodedRequest, serial: string) => readonly Uint8Array[];
}

const FIRST_PACKET_MS = 20;
const NEXT_PACKET_MS = 8;

/** The whole air on a virtual clock, with a far end that the test makes up. */
export function createAirTestbed(options: AirTestbedOptions) {
  const { serials, dtu = DTU, isClockSet = true, answer, treatment = {}, yieldTotalOffsets = [] } = options;
  const clock = createVirtualClock();
  const channel = yieldTotalOffsets.map((yield_total_offset) => ({
    name: '',
    max_power: 0,
    yield_total_offset,
  }));
  const configs = serials.map((serial) => ({ serial, name: serial, channel, ...treatment }));
  const fleet = createFleet({ clock, configs: supportedInverters(configs) });
  const radio = createFakeRadio();
  const deviceClock = createDeviceClock({ clock, startSet: isClockSet });
  const lines: string[] = [];
  const air = createAir({
    radio,
    fleet,
    clock,
    deviceClock,
    dtu,
    isNight: options.isNight ?? (() => false),
    isDay: options.isDay ?? (() => true),
    radioFault: () => (options.isRadioAtFault?.() ? SILENT_MODULE : undefined),
    log: (level, message) => lines.push(`${level} ${message()}`),
  });
  radio.onTransmit(({ bytes }) => {
    const request = decodeRequest(bytes);
    const serial = serials.find((candidate) => candidate.endsWith(request?.inverter ?? 'none'));
    if (request === undefined || serial === undefined) return;
    const packets = answer?.(request, serial) ?? [];
    packets.forEach((packet, index) => {
      clock.after(FIRST_PACKET_MS + index * NEXT_PACKET_MS, () => radio.deliver(packet));
    });
  });
  /** The kinds of requests sent so far, in order. */
  const sentKinds = () => radio.sent.map(({ bytes }) => decodeRequest(bytes)?.request.kind);
  return { clock, fleet, radio, deviceClock, air, lines, sentKinds };
}

/** What a healthy inverter answers to `request`. */
export function goodAnswer(
  request: Request,
  serial: string,
  powerW = 100,
  limitPercent = 100,
  yieldDayWh = 500,
): readonly Uint8Array[] {
  const link = { inverterSerial: serial, dtuSerial: DTU.dtu_serial };
  switch (request.kind) {
    case 'RealTimeRunData':
      return encodeAnswer(realTimePayload(serial, powerW, yieldDayWh), link);
    case 'AlarmData':
      return encodeAnswer(encodeAlarmLog([{ code: 1, startS: 60, endS: 61 }]), link);
    case 'DevInfoAll':
      return encodeAnswer(
        encodeDeviceInfoAll({
          firmwareBuildVersion: 10_012,
          firmwareBuildDateTime: '2021-11-01 08:42:00',
          bootloaderVersion: 104,
        }),
        link,
      );
    case 'DevInfoSimple':
      return encodeAnswer(
        encodeDeviceInfoSimple({ hardwarePartNumber: 0x10_11_40_00, hardwareVersion: '04.10' }),
        link,
      );
    case 'SystemConfigPara':
      return encodeAnswer(encodeSystemConfig({ limitPercent }), link);
    default:
      return [encodeControlAnswer(request.kind, link)];
  }
}

/** A measurement whose AC power is `powerW`. */
function realTimePayload(serial: string, powerW: number, yieldDayWh: number): Uint8Array {
  const family = modelFamilyOf(serial);
  if (family === undefined) throw new Error(`${serial} is not supported`);
  const string = { voltageV: 33, currentA: 3, powerW: 99, yieldDayWh, yieldTotalKWh: 12 };
  const data: RealTimeData = {
    strings: Array.from({ length: family.stringCount }, () => string),
    ac: {
      phases: family.layout.ac.phases.map(() => ({ voltageV: 230, currentA: 1 })),
      lineVoltagesV: family.layout.ac.lineVoltages.map(() => 398.4),
      frequencyHz: 50,
      powerW,
      reactivePowerVar: 0,
      powerFactor: 1,
      temperatureC: 20,
    },
    eventCount: 1,
  };
  return encodeRealTimeData(family, data);
}
