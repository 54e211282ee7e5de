/**
 * What the captured real-time data mean, according to others. For tests: our decoder and our page must say the same.
 * Numbers carry the digits that a page shows; strings are channels 1 to 4, the AC side is channel 0.
 */

/** A value of a page, by the name that it has in the live data. */
type ShownValue =
  | 'Power'
  | 'Voltage'
  | 'Current'
  | 'Power DC'
  | 'YieldDay'
  | 'YieldTotal'
  | 'Frequency'
  | 'Temperature'
  | 'PowerFactor'
  | 'ReactivePower'
  | 'Efficiency'
  | 'Irradiation';

export interface CapturedExpectation {
  /**
   * `published`: the page that published the packets also says what they mean. `original`: the decoding of the Feb
   * 2023 firmware's radio library.
   */
  readonly evidence: 'published' | 'original';
  readonly channels: Readonly<Record<string, Readonly<Partial<Record<ShownValue, number>>>>>;
}

/** By serial. */
export const CAPTURED_EXPECTATIONS: Readonly<Record<string, CapturedExpectation>> = {
  // The page says 2.1 A for channel 0, which its own 48.9 W at 230.0 V contradict: a decimal point is misplaced there.
  '114172220143': {
    evidence: 'published',
    channels: {
      '0': { Voltage: 230, Current: 0.21, Power: 48.9, Frequency: 50.02, Temperature: 22.3 },
      '1': { Voltage: 32.4, Current: 0.78, Power: 25.4, YieldDay: 1534, YieldTotal: 36.738 },
      '2': { Voltage: 32.6, Current: 0.79, Power: 25.8, YieldDay: 1547, YieldTotal: 34.426 },
    },
  },
  '116183063371': {
    evidence: 'original',
    channels: {
      '0': {
        Power: 293.5,
        Voltage: 237.5,
        Current: 1.24,
        'Power DC': 308.9,
        YieldDay: 291,
        YieldTotal: 145.651,
        Frequency: 49.96,
        Temperature: 22.9,
        PowerFactor: 0.997,
        ReactivePower: 22,
        Efficiency: 95.015,
      },
      '1': { Voltage: 45.1, Current: 1.98, Power: 89.2, YieldDay: 83, YieldTotal: 37.032 },
      '2': { Voltage: 45.1, Current: 2.04, Power: 92.1, YieldDay: 84, YieldTotal: 38.139 },
      '3': { Voltage: 41.5, Current: 1.49, Power: 62, YieldDay: 61, YieldTotal: 35.098 },
      '4': { Voltage: 41.5, Current: 1.58, Power: 65.6, YieldDay: 63, YieldTotal: 35.382 },
    },
  },
  '114182977401': {
    evidence: 'original',
    channels: {
      '0': {
        Power: 30.2,
        Voltage: 230.5,
        Current: 0.13,
        'Power DC': 31.6,
        YieldDay: 4965,
        YieldTotal: 291.066,
        Frequency: 49.98,
        Temperature: 36.4,
        PowerFactor: 1,
        ReactivePower: 0,
        Efficiency: 95.57,
      },
      '1': { Voltage: 33.5, Current: 0.47, Power: 15.7, YieldDay: 2485, YieldTotal: 146.42 },
      '2': { Voltage: 33.6, Current: 0.47, Power: 15.9, YieldDay: 2480, YieldTotal: 144.646 },
    },
  },
  '114190529229': {
    evidence: 'original',
    channels: {
      '0': {
        Power: 11,
        Voltage: 222.6,
        Current: 0.05,
        'Power DC': 11.5,
        YieldDay: 21,
        YieldTotal: 25.168,
        Frequency: 50.02,
        Temperature: -0.8,
        PowerFactor: 1,
        ReactivePower: 0,
        Efficiency: 95.652,
      },
      '1': { Voltage: 34, Current: 0.16, Power: 5.5, YieldDay: 10, YieldTotal: 12.539 },
      '2': { Voltage: 34.3, Current: 0.17, Power: 6, YieldDay: 11, YieldTotal: 12.629 },
    },
  },
  '114184237507': {
    evidence: 'original',
    channels: {
      '0': {
        Power: 194.1,
        Voltage: 231.5,
        Current: 0.84,
        'Power DC': 203.8,
        YieldDay: 34,
        YieldTotal: 226.652,
        Frequency: 49.98,
        Temperature: 33.2,
        PowerFactor: 1,
        ReactivePower: 0,
        Efficiency: 95.24,
      },
      '1': { Voltage: 31.5, Current: 1.37, Power: 43.1, YieldDay: 8, YieldTotal: 79.344 },
      '2': { Voltage: 50, Current: 3.23, Power: 160.7, YieldDay: 26, YieldTotal: 147.308 },
    },
  },
  '116181045303': {
    evidence: 'original',
    channels: {
      '0': {
        Power: 0,
        Voltage: 233.2,
        Current: 0,
        'Power DC': 1.3,
        YieldDay: 0,
        YieldTotal: 26.778,
        Frequency: 49.98,
        Temperature: 14.8,
        PowerFactor: 0,
        ReactivePower: 19.1,
        Efficiency: 0,
      },
      '1': { Voltage: 24.6, Current: 0.01, Power: 0.3, YieldDay: 0, YieldTotal: 7.468 },
      '2': { Voltage: 24.6, Current: 0.01, Power: 0.4, YieldDay: 0, YieldTotal: 7.046 },
      '3': { Voltage: 24.6, Current: 0.01, Power: 0.3, YieldDay: 0, YieldTotal: 6.135 },
      '4': { Voltage: 24.6, Current: 0.01, Power: 0.3, YieldDay: 0, YieldTotal: 6.129 },
    },
  },
};
