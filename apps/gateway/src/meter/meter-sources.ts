import type { MeterConfig, MeterProblem } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import { askHttp } from './http-ask.ts';
import { type MeterSource, type MeterWord, power, problem } from './meter-source.ts';
import { openModbus } from './modbus.ts';
import { findPower } from './modbus-meter.ts';
import { PRESET_PATHS, readPreset, readText } from './read-value.ts';

/** What comes on a topic of the broker in the MQTT settings, over a connection of its own, until the function is called. */
export type ListenToTopic = (
  topic: string,
  listener: {
    readonly onMessage: (payload: Uint8Array, isRetained: boolean) => void;
    readonly onProblem: (problem: MeterProblem) => void;
  },
) => () => void;

/** What meters are reached by. */
export interface MeterWays {
  readonly clock: Clock;
  readonly listenToTopic: ListenToTopic;
  /** What a simulated meter shows now; undefined: there is none, as the inverters are real. */
  readonly simulatedPowerW: (() => number) | undefined;
}

/** Undefined: there is no meter. */
export function meterSource(config: MeterConfig, ways: MeterWays): MeterSource | undefined {
  switch (config.kind) {
    case 'mqtt':
      return mqttMeter(config, ways);
    case 'http':
      return httpMeter(config, ways.clock);
    case 'modbus':
      return modbusMeter(config, ways.clock);
    case 'simulated':
      return ways.simulatedPowerW && simulatedMeter(ways.simulatedPowerW, ways.clock);
    case 'none':
      return undefined;
  }
}

/** More often than this nobody measures; whoever sends more is not listened to meanwhile. */
const MESSAGES_APART_MS = 100;

function mqttMeter({ topic, value }: MeterConfig, { clock, listenToTopic }: MeterWays): MeterSource {
  return {
    start(tell) {
      let lastMs = Number.NEGATIVE_INFINITY;
      return listenToTopic(topic, {
        onMessage(payload, isRetained) {
          // Nobody knows how old that is which the broker has kept.
          if (isRetained || clock.monotonicMs() - lastMs < MESSAGES_APART_MS) return;
          lastMs = clock.monotonicMs();
          tell(readText(Buffer.from(payload).toString('utf8'), value));
        },
        onProblem: (code) => tell(problem(code)),
      });
    },
  };
}

function httpMeter(config: MeterConfig, clock: Clock): MeterSource {
  const { http_preset: preset, https: isHttps, host, port, user, password } = config;
  const isTasmota = preset === 'tasmota';
  // Tasmota takes its login in the query, and nothing else there.
  const login =
    isTasmota && password !== ''
      ? `&user=${encodeURIComponent(user || 'admin')}&password=${encodeURIComponent(password)}`
      : '';
  const path = preset === 'own' ? config.path : `${PRESET_PATHS[preset]}${login}`;
  const address = {
    isHttps,
    host,
    port,
    path,
    user: isTasmota ? '' : user,
    password: isTasmota ? '' : password,
  };
  return asked(config.interval, clock, async (signal) => {
    const answer = await askHttp(address, clock, signal);
    if (answer.kind === 'problem') return problem(answer.problem);
    return preset === 'own' ? readText(answer.text, config.value) : readPreset(answer.text, preset);
  });
}

function modbusMeter({ host, port, unit, interval, modbus_preset }: MeterConfig, clock: Clock): MeterSource {
  return {
    start(tell) {
      let talk = openModbus({ host, port, unit }, clock);
      let place: Awaited<ReturnType<typeof findPower>> | undefined;
      const ask = async (): Promise<MeterWord> => {
        place ??= await findPower(talk, modbus_preset);
        const word = place.kind === 'word' ? place.word : await place.read(talk);
        if (word.kind === 'problem') {
          talk.close();
          talk = openModbus({ host, port, unit }, clock);
          place = undefined;
        }
        return word;
      };
      const stop = asked(interval, clock, ask).start(tell);
      return () => {
        stop();
        talk.close();
      };
    },
  };
}

function simulatedMeter(powerW: () => number, clock: Clock): MeterSource {
  return asked(1, clock, async () => power(powerW()));
}

/** Asks, and again some seconds after the answer has come. */
function asked(
  intervalS: number,
  clock: Clock,
  ask: (signal: AbortSignal) => Promise<MeterWord>,
): MeterSource {
  return {
    start(tell) {
      const over = new AbortController();
      let cancel = () => {};
      const turn = async () => {
        const word = await ask(over.signal);
        if (over.signal.aborted) return;
        tell(word);
        cancel = clock.after(intervalS * 1000, () => void turn());
      };
      void turn();
      return () => {
        over.abort();
        cancel();
      };
    },
  };
}
