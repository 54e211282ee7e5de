/** The made-up plants of the scenarios. */

import type { FirmwareName, ScenarioDevice, ScenarioInverter, ScenarioString } from './scenario.ts';

interface Roof {
  readonly tiltDeg: number;
  readonly azimuthDeg: number;
}

const SOUTH: Roof = { tiltDeg: 32, azimuthDeg: 180 };
const SOUTH_EAST: Roof = { tiltDeg: 30, azimuthDeg: 140 };
const EAST: Roof = { tiltDeg: 25, azimuthDeg: 95 };
const WEST: Roof = { tiltDeg: 25, azimuthDeg: 275 };
const FLAT: Roof = { tiltDeg: 12, azimuthDeg: 200 };
const BALCONY: Roof = { tiltDeg: 70, azimuthDeg: 170 };

/** A string with one panel whose peak power is also configured. */
function panel(panelW: number, roof: Roof, name = ''): ScenarioString {
  return { name, maxPowerW: panelW, panelW, ...roof, isDead: false };
}

/** As `panel`, but nobody has configured the peak power. */
function unratedPanel(panelW: number, roof: Roof, name = ''): ScenarioString {
  return { ...panel(panelW, roof, name), maxPowerW: 0 };
}

const GARAGE: ScenarioInverter = {
  serial: '112174506011',
  name: 'Garage',
  model: 'HM-400',
  strings: [panel(410, FLAT, 'Garage roof')],
  isPresent: true,
};

const SOUTH_ROOF: ScenarioInverter = {
  serial: '114182730124',
  name: 'South roof',
  model: 'HM-800',
  strings: [panel(425, SOUTH, 'South left'), unratedPanel(425, SOUTH)],
  isPresent: true,
};

const EAST_AND_WEST_ROOF: ScenarioInverter = {
  serial: '116181452037',
  name: 'East and west roof',
  model: 'HM-1500',
  strings: [
    panel(400, EAST, 'East upper'),
    panel(400, EAST, 'East lower'),
    panel(400, WEST),
    panel(400, WEST),
  ],
  isPresent: true,
};

/** One, two and four strings. */
export const THREE_INVERTERS: readonly ScenarioInverter[] = [GARAGE, SOUTH_ROOF, EAST_AND_WEST_ROOF];

export const ONE_INVERTER: readonly ScenarioInverter[] = [SOUTH_ROOF];

/** As many as can be configured. */
export const TEN_INVERTERS: readonly ScenarioInverter[] = [
  ...THREE_INVERTERS,
  {
    serial: '112174506028',
    name: 'Balcony',
    model: 'HM-300',
    strings: [panel(320, BALCONY, 'Railing')],
    isPresent: true,
  },
  {
    serial: '112174506035',
    name: 'Garden shed',
    model: 'HM-400',
    strings: [panel(400, SOUTH_EAST)],
    isPresent: true,
  },
  {
    serial: '114182730137',
    name: 'Barn, east side',
    model: 'HM-600',
    strings: [panel(330, EAST, 'Barn 1'), panel(330, EAST, 'Barn 2')],
    isPresent: true,
  },
  {
    serial: '114182730149',
    name: 'Barn, west side',
    model: 'HM-600',
    strings: [panel(330, WEST, 'Barn 3'), panel(330, WEST, 'Barn 4')],
    isPresent: true,
  },
  {
    serial: '114182730152',
    name: 'Carport',
    model: 'HM-800',
    strings: [panel(415, FLAT), panel(415, FLAT)],
    isPresent: true,
  },
  {
    serial: '116181452044',
    name: 'Workshop',
    model: 'HM-1200',
    strings: [
      panel(340, SOUTH, 'Workshop 1'),
      panel(340, SOUTH, 'Workshop 2'),
      panel(340, SOUTH_EAST, 'Workshop 3'),
      panel(340, SOUTH_EAST, 'Workshop 4'),
    ],
    isPresent: true,
  },
  {
    serial: '116181452058',
    name: 'Flat roof',
    model: 'HM-1500',
    strings: [panel(430, FLAT), panel(430, FLAT), panel(430, FLAT), panel(430, FLAT)],
    isPresent: true,
  },
];

/** The default plant without a sign of life of its second inverter. */
export const SECOND_UNREACHABLE: readonly ScenarioInverter[] = THREE_INVERTERS.map((inverter) =>
  inverter === SOUTH_ROOF ? { ...inverter, isPresent: false } : inverter,
);

/** The default plant with one string of the roof that has four disconnected. */
export const ONE_STRING_DEAD: readonly ScenarioInverter[] = THREE_INVERTERS.map((inverter) =>
  inverter === EAST_AND_WEST_ROOF
    ? {
        ...inverter,
        strings: inverter.strings.map((string, index) =>
          index === 2 ? { ...string, isDead: true } : string,
        ),
      }
    : inverter,
);

/** Six strings that look the same way, of which one loses a quarter of its power on the fifth day. */
export const ONE_STRING_WEAKENS: readonly ScenarioInverter[] = [
  {
    ...SOUTH_ROOF,
    strings: [
      panel(425, SOUTH, 'South left'),
      { ...panel(425, SOUTH, 'South right'), weakens: { afterDays: 4, left: 0.75 } },
    ],
  },
  {
    serial: '116181452071',
    name: 'Barn',
    model: 'HM-1500',
    strings: [panel(400, SOUTH, 'Barn 1'), panel(400, SOUTH, 'Barn 2'), panel(400, SOUTH), panel(400, SOUTH)],
    isPresent: true,
  },
];

/** Of families that came after the originals of 2023: three phases and six strings, and more than 1500 W. */
export const LARGE_INVERTERS: readonly ScenarioInverter[] = [
  {
    serial: '1164a00b0fa2',
    name: 'House',
    model: 'HMS-2000',
    strings: [
      panel(500, SOUTH, 'House 1'),
      panel(500, SOUTH, 'House 2'),
      panel(500, SOUTH),
      panel(500, SOUTH),
    ],
    isPresent: true,
  },
  {
    serial: '1382a00c4f26',
    name: 'Barn',
    model: 'HMT-2250',
    strings: [
      panel(430, EAST, 'Barn east 1'),
      panel(430, EAST, 'Barn east 2'),
      panel(430, SOUTH),
      panel(430, SOUTH),
      panel(430, WEST, 'Barn west 1'),
      unratedPanel(430, WEST, 'Barn west 2'),
    ],
    isPresent: true,
  },
];

/** An old device that was never updated, and a new one with inverters that the old one would not know. */
export const TWO_DEVICES: readonly ScenarioDevice[] = [
  {
    id: 'simulated-1',
    hostName: 'OpenDTU-Stable',
    firmware: '2023-02',
    inverters: [
      {
        serial: '114182740216',
        name: 'Stable',
        model: 'HM-600',
        strings: [panel(340, WEST, 'Stable left'), panel(340, WEST, 'Stable right')],
        isPresent: true,
      },
      {
        serial: '112174516042',
        name: 'Henhouse',
        model: 'HM-300',
        strings: [panel(320, SOUTH_EAST)],
        isPresent: true,
      },
    ],
  },
  { id: 'simulated-2', hostName: 'OpenDTU-Barn', firmware: 'v26.3.30', inverters: LARGE_INVERTERS },
];

const FARM_DEVICES = 20;
const FARM_FIRMWARES: readonly FirmwareName[] = ['v26.3.30', 'v24.2.12', 'v23.4.4', '2023-02', 'onbattery'];
/** Of the serials of a farm: its digits that go on the air begin here. */
const FARM_SERIALS = 60_000_000;

/** Ten inverters, of the kinds of the largest scenario, at each of many devices. */
export const FARM: readonly ScenarioDevice[] = Array.from({ length: FARM_DEVICES }, (_, index) => ({
  id: `simulated-${index + 1}`,
  hostName: `OpenDTU-Field-${String(index + 1).padStart(2, '0')}`,
  firmware: FARM_FIRMWARES[index % FARM_FIRMWARES.length] ?? 'v26.3.30',
  inverters: TEN_INVERTERS.map((like, place) => ({
    ...like,
    serial: `${like.serial.slice(0, 4)}${FARM_SERIALS + index * TEN_INVERTERS.length + place}`,
    name: `Field ${index + 1}, row ${place + 1}`,
  })),
}));
