import { irradiationPercent, type Reading, type StringReading } from '@heliograph/domain';

/** `{ '0': { Power: 522.7, ... }, '1': ... }`: channel 0 is the AC side, the others are the strings. */
export type ChannelValues = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** A reading in the words of the vectors; `maxPowersW` are the peak powers of the strings. */
export function inWordsOfVectors(reading: Reading, maxPowersW: readonly number[] = []): ChannelValues {
  const strings = reading.strings.map((string, index) => [
    index + 1,
    stringValues(string, maxPowersW[index]),
  ]);
  return { '0': acValues(reading), ...Object.fromEntries(strings) };
}

function acValues({ phases, ...reading }: Reading): ChannelValues[string] {
  const [phase] = phases;
  if (phase === undefined || phases.length > 1) throw new Error('the vectors know one phase');
  return {
    Power: reading.powerW,
    Voltage: phase.voltageV,
    Current: phase.currentA,
    'Power DC': reading.dcPowerW,
    YieldDay: reading.yieldTodayWh,
    YieldTotal: reading.yieldTotalKWh,
    Frequency: reading.frequencyHz,
    Temperature: reading.temperatureC,
    PowerFactor: reading.powerFactor,
    ReactivePower: reading.reactivePowerVar,
    Efficiency: reading.efficiencyPercent,
    EventLogCount: reading.eventCount,
  };
}

function stringValues(string: StringReading, maxPowerW = 0): ChannelValues[string] {
  return {
    Power: string.powerW,
    Voltage: string.voltageV,
    Current: string.currentA,
    YieldDay: string.yieldTodayWh,
    YieldTotal: string.yieldTotalKWh,
    Irradiation: irradiationPercent(string.powerW, maxPowerW),
  };
}
