import { type LimitSettings, timezoneOf } from '@heliograph/contract';
import { type OrderAction, type OrderOrigin, orderState } from '@heliograph/domain';
import { createFleet } from '../../../apps/gateway/src/fleet/fleet.ts';
import { limitRead } from '../../../apps/gateway/src/fleet/limit-state.ts';
import { openOrderBook } from '../../../apps/gateway/src/fleet/order-book.ts';
import { openLimitControl } from '../../../apps/gateway/src/limits/limit-control.ts';
import { createDeviceClock } from '../../../apps/gateway/src/platform/device-clock.ts';
import { createLog } from '../../../apps/gateway/src/platform/log.ts';
import { supportedInverters } from '../../../apps/gateway/src/sources/radio/supported-inverters.ts';
import { createVirtualClock } from '../clock.ts';
import { type CrashDisk, createCrashDisk } from '../disk/crash-disk.ts';
import { HM_800, tellAc } from './told-inverter.ts';

/** Two inverters of 800 W. */
export const LIMITED_A = '114100000001';
export const LIMITED_B = '114100000002';
const SERIALS = [LIMITED_A, LIMITED_B];
const MAX_W = 800;
/** A Monday, at ten. */
export const LIMITED_START_MS = Date.UTC(2026, 5, 22, 10);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export interface LimitedPlantOptions {
  readonly disk?: CrashDisk;
  readonly settings?: Partial<LimitSettings>;
  readonly startMs?: number;
  /** What kind of inverters they are was told; it is where that is not said. */
  readonly isModelKnown?: boolean;
  /** They were heard already; they were where that is not said. */
  readonly isHeard?: boolean;
}

/**
 * One run of a gateway without a radio: two inverters do what they are told after a second, and remember their permanent
 * limits. The sun is up from 5 to 20 o'clock.
 */
export async function createLimitedPlant(options: LimitedPlantOptions = {}) {
  const {
    disk = createCrashDisk(),
    startMs = LIMITED_START_MS,
    isModelKnown = true,
    isHeard = true,
  } = options;
  const log = createLog({ level: 'info', writeLine: () => undefined });
  const clock = createVirtualClock(startMs);
  const deviceClock = createDeviceClock({ clock, startSet: true, timezone: timezoneOf('UTC0') });
  const configs = SERIALS.map((serial) => ({ serial, name: serial, channel: [] }));
  const fleet = createFleet({ clock, configs: supportedInverters(configs) });
  const sent: string[] = [];
  const numbers = new Map<string, number>();
  const permanent = new Map<string, number>();
  let count = 0;
  let answers = true;

  function take(serial: string, action: OrderAction, number: number): void {
    if (!answers || action.kind !== 'limit' || number < (numbers.get(serial) ?? 0)) return;
    book.follow(serial, number, 'sent');
    book.follow(serial, number, 'acknowledged');
    const { value, isRelative, isPersistent } = action.command;
    const percent = Math.min(100, isRelative ? value : (value / MAX_W) * 100);
    if (isPersistent) permanent.set(serial, percent);
    fleet.update(serial, (inverter, nowMs) => ({ limit: limitRead(inverter.limit, percent, nowMs + 1) }));
  }

  const book = await openOrderBook({
    isNight: () => false,
    ...{ fleet, clock, deviceClock, directory: disk, log },
    send(serial, action) {
      count += 1;
      const number = count;
      if (action.kind === 'limit') {
        const { value, isRelative, isPersistent } = action.command;
        const amount = `${value}${isRelative ? '%' : ' W'}${isPersistent ? ' for good' : ''}`;
        sent.push(`${serial === LIMITED_A ? 'A' : 'B'} ${amount}`);
      }
      numbers.set(serial, number);
      clock.after(1000, () => take(serial, action, number));
      return number;
    },
  });
  let now: LimitSettings = { groups: [], schedule: [], ...options.settings };
  const control = await openLimitControl({
    ...{ fleet, book, clock, deviceClock, directory: disk, log },
    settings: () => now,
    sunOf(unixMs) {
      const dayMs = Math.floor(unixMs / DAY_MS) * DAY_MS;
      return { risesMs: dayMs + 5 * HOUR_MS, setsMs: dayMs + 20 * HOUR_MS };
    },
  });
  const measure = (serial: string, powerW: number) => tellAc(fleet, serial, { powerW, yieldTodayWh: 100 });
  const tellModel = (serials: readonly string[] = SERIALS) => {
    for (const serial of serials) {
      fleet.update(serial, () => ({ deviceInfo: { firmware: undefined, hardware: HM_800 } }));
    }
  };
  if (isModelKnown) tellModel();
  for (const serial of SERIALS) {
    if (isHeard) measure(serial, 300);
    fleet.update(serial, (inverter, nowMs) => ({ limit: limitRead(inverter.limit, 100, nowMs) }));
  }
  const percentOf = (serial: string) => fleet.find(serial)?.limit.percent ?? 0;
  return {
    ...{ disk, clock, deviceClock, log, fleet, book, control, sent, measure, tellModel },
    groups: () => now.groups,
    /** What both are limited to, after a while, in watts. */
    limitsW(afterMs = 5000) {
      clock.advance(afterMs);
      return SERIALS.map((serial) => Math.round((percentOf(serial) / 100) * MAX_W));
    },
    /** What both wake up with, in watts. */
    permanentW: () => SERIALS.map((serial) => Math.round(((permanent.get(serial) ?? 100) / 100) * MAX_W)),
    order(serial: string, action: OrderAction, origin: OrderOrigin) {
      const placed = control.place(serial, action, origin);
      return placed && orderState(placed);
    },
    set(next: Partial<LimitSettings>) {
      now = { ...now, ...next };
    },
    holderOf: (serial: string) =>
      control.state().inverters.find((one) => one.serial === serial)?.holder?.owner,
    fallSilent() {
      answers = false;
    },
    async stop() {
      await control.close();
      await book.close();
    },
  };
}
