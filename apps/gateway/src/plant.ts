import { placeOf, type SourceStatus, timezoneOf } from '@heliograph/contract';
import { createDeviceBackups, type DeviceBackups } from './config-files/device-backups.ts';
import type { Disposer } from './disposer.ts';
import { createFleet, type Fleet } from './fleet/fleet.ts';
import { RADIO_SOURCE, type SourceId } from './fleet/inverter.ts';
import { type LastKnownMemory, openLastKnown } from './fleet/last-known.ts';
import { type OrderBook, openOrderBook } from './fleet/order-book.ts';
import { createTotalPower, createTotals, type Totals } from './fleet/totals.ts';
import { type LimitControl, openLimitControl } from './limits/limit-control.ts';
import type { Clock } from './platform/clock.ts';
import type { DataDirectory } from './platform/data-directory.ts';
import type { DeviceClock } from './platform/device-clock.ts';
import type { Log } from './platform/log.ts';
import { ranked } from './settings/inverter-slots.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import { createDeviceFinder, type DeviceFinder } from './sources/opendtu/device-finder.ts';
import { type DeviceIdentities, openDeviceIdentities } from './sources/opendtu/device-identity.ts';
import { readConfigFile } from './sources/opendtu/device-management.ts';
import { createDeviceSources, type DeviceSources } from './sources/opendtu/device-sources.ts';
import { createPollStagger, type PollStagger } from './sources/opendtu/poll-stagger.ts';
import { type Air, type AirOptions, createAir } from './sources/radio/air.ts';
import type { AirLog } from './sources/radio/air-log.ts';
import { bandsOf, supportedInverters } from './sources/radio/supported-inverters.ts';
import type { RadioFacts } from './system/radio-facts.ts';
import { daylightOf } from './time/daylight.ts';
import { isSunUp, sunTimesOf } from './time/sun-times.ts';

/** Inverters, and what connects us with them. */
export interface Plant {
  /** See `PlantOptions`. */
  readonly isRadioSimulated: boolean;
  /** How the radio does. */
  readonly radioFacts: () => RadioFacts;
  readonly fleet: Fleet;
  readonly radio: AirOptions['radio'];
  readonly air: Air;
  readonly devices: DeviceSources;
  readonly deviceFinder: DeviceFinder;
  readonly deviceIdentities: DeviceIdentities;
  readonly deviceBackups: DeviceBackups;
  readonly pollStagger: PollStagger;
  /** Every source of inverters and how it goes with it, the own radio first. */
  readonly sources: () => readonly SourceStatus[];
  readonly lastKnown: LastKnownMemory;
  /** What became of each order. */
  readonly orderBook: OrderBook;
  /** Whoever orders does so here. */
  readonly orders: LimitControl;
  /** What the inverters make together, as of now. */
  readonly totals: () => Totals;
  /** The sun is down, where anybody knows. */
  readonly isNight: () => boolean;
}

export interface PlantOptions {
  /** Its wall clock is the one that `deviceClock` is set by. */
  readonly clock: Clock;
  readonly log: Log;
  readonly directory: DataDirectory;
  readonly settings: SettingsStore;
  readonly deviceClock: DeviceClock;
  readonly radio: AirOptions['radio'];
  /** How this run of the gateway calls itself where others ask. */
  readonly gatewayId: string;
  /** What the gateway calls itself in its network. */
  readonly ownName: () => string;
  /** The radio is simulated, and so is every inverter that it reaches. */
  readonly isRadioSimulated: boolean;
  /** How the radio does. */
  readonly radioFacts: () => RadioFacts;
}

/** Puts together all sources of inverters; nothing is on the air, and no device is asked, before they are started. */
export async function createPlant(options: PlantOptions, disposer: Disposer): Promise<Plant> {
  const { clock, directory, settings, deviceClock, radio, gatewayId } = options;
  const [log, devicesLog] = [options.log, options.log.module('devices')];
  deviceClock.setTimezone(timezoneOf(settings.get('ntp').ntp_timezone));
  const fleet = createFleet({
    clock,
    configs: supportedInverters(ranked(settings.get('inverters')), bandsOf(options)),
    order: settings.get('plant').order,
  });
  const pollIntervalS = (sourceId: SourceId) =>
    sourceId === RADIO_SOURCE ? settings.get('dtu').dtu_pollinterval : devices.pollIntervalS(sourceId);
  const lastKnown = await openLastKnown({
    fleet,
    clock,
    deviceClock,
    directory,
    log,
    powerW: createTotalPower({ fleet, clock, pollIntervalS }),
  });
  disposer.defer(() => lastKnown.close());
  const daylight = () =>
    daylightOf({
      nowMs: deviceClock.unixMs(),
      utcOffsetS: deviceClock.utcOffsetS(),
      place: deviceClock.isSet() ? placeOf(settings.get('ntp')) : undefined,
      spans: lastKnown.spans(),
    });
  const totals = createTotals({
    fleet,
    clock,
    deviceClock,
    lastKnown,
    daylight,
    isWorking: (sourceId) =>
      sourceId === RADIO_SOURCE ? radio.status().connected : devices.isLive(sourceId),
    pollIntervalS,
  });
  /** As on original devices it is day where nobody knows the sun. */
  const isNight = () => {
    const place = deviceClock.isSet() ? placeOf(settings.get('ntp')) : undefined;
    return place !== undefined && !isSunUp(place, deviceClock.unixMs(), deviceClock.utcOffsetS());
  };
  const air = createAir({
    radio,
    isNight,
    isDay: () => daylight().light === 'day',
    fleet: fleet.ofSource(RADIO_SOURCE),
    clock,
    deviceClock,
    dtu: settings.get('dtu'),
    hopMode: settings.get('radio').hop_mode,
    log: airLog(log.module('radio')),
    radioFault: () => options.radioFacts().fault,
    onOrderStep: (serial, orderNumber, step) => orderBook.follow(serial, orderNumber, step),
  });
  const deviceFinder = createDeviceFinder({ clock, log: devicesLog });
  const deviceIdentities = await openDeviceIdentities({ directory, log });
  disposer.defer(() => deviceIdentities.close());
  const devices = createDeviceSources({
    ...{ lookup: deviceFinder.lookup, doubtName: deviceFinder.doubt, identities: deviceIdentities },
    configs: settings.get('sources').source,
    names: settings.get('sources').inverter,
    ownName: options.ownName,
    ...{ fleet, clock, deviceClock, log: devicesLog, gatewayId },
    onOrderStep: (serial, orderNumber, step, refusal) => orderBook.follow(serial, orderNumber, step, refusal),
  });
  const deviceBackups = createDeviceBackups({
    ...{ directory, clock, log: devicesLog },
    ids: () => settings.get('sources').source.map(({ id }) => id),
    async readConfig(id) {
      const connection = devices.connection(id);
      const reading = connection && (await readConfigFile(connection));
      return reading?.kind === 'read' ? reading.value : undefined;
    },
  });
  disposer.defer(() => deviceBackups.stop());
  const ownRadio = (): SourceStatus => ({
    id: RADIO_SOURCE,
    name: '',
    state: radio.status().connected ? 'live' : 'problem',
    kind: 'radio',
    ...(options.isRadioSimulated && { simulated: true }),
    poll_interval: settings.get('dtu').dtu_pollinterval,
    nrf: true,
    inverters: fleet.inverters().filter(({ sourceId }) => sourceId === RADIO_SOURCE).length,
    duplicates: [],
  });
  const sources = () => [ownRadio(), ...devices.statuses()];
  const pollStagger = createPollStagger({
    ...{ clock, log: devicesLog, devices },
    statuses: sources,
    isWanted: () => settings.get('sources').stagger_polls,
  });
  const orderBook = await openOrderBook({
    fleet,
    clock,
    deviceClock,
    directory,
    log,
    isNight,
    send(serial, action) {
      const sourceId = fleet.find(serial)?.sourceId ?? RADIO_SOURCE;
      if (sourceId !== RADIO_SOURCE) return devices.order(sourceId, serial, action);
      return action.kind === 'limit'
        ? air.setLimit(serial, action.command)
        : air.setPower(serial, action.command);
    },
  });
  disposer.defer(() => orderBook.close());
  const orders = await openLimitControl({
    ...{ fleet, clock, deviceClock, directory, log },
    book: orderBook,
    settings: () => settings.get('limits'),
    sunOf(unixMs) {
      const place = placeOf(settings.get('ntp'));
      return place && sunTimesOf(place, unixMs, deviceClock.utcOffsetAtS(unixMs));
    },
  });
  disposer.defer(() => orders.close());
  disposer.defer(
    settings.subscribe('dtu', (dtu) => air.applyDtuConfig(dtu)),
    settings.subscribe('radio', ({ hop_mode }) => air.hopBy(hop_mode)),
    settings.subscribe('ntp', ({ ntp_timezone }) => deviceClock.setTimezone(timezoneOf(ntp_timezone))),
    settings.subscribe('inverters', (slots) => {
      fleet.configure(supportedInverters(ranked(slots), bandsOf(options)));
      air.retell();
    }),
    settings.subscribe('plant', ({ order }) => fleet.rank(order)),
    settings.subscribe('sources', ({ source, inverter }) => {
      devices.configure(source, inverter);
      deviceBackups.lookSoon();
    }),
    () => pollStagger.stop(),
    () => devices.stop(),
    () => air.stop(),
  );
  return {
    ...{ fleet, radio, air, devices, deviceFinder, deviceIdentities, deviceBackups },
    ...{ pollStagger, sources, lastKnown, orderBook, orders, totals, isNight },
    ...{ isRadioSimulated: options.isRadioSimulated, radioFacts: options.radioFacts },
  };
}

/** Polls are daily business: at the default level the log stays quiet about them. */
function airLog(log: Log): AirLog {
  const levels = {
    debug: 'trace',
    info: __WITHOUT__.quietPolls ? 'info' : 'debug',
    warn: 'warn',
  } as const;
  return (level, message) => {
    const written = levels[level];
    if (log.isEnabled(written)) log[written](message());
  };
}
