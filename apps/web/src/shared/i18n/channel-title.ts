import type { ReceivedChannel } from '@heliograph/contract';
import type { Texts } from './texts.ts';

/** What a channel is called: the phase, or the AC side with its phases, the string's own name, or its number. */
export function channelTitle(t: Texts['start'], { number, name, phases }: ReceivedChannel): string {
  if (number === 0) return phases[0] ? t.inverter.phases : t.inverter.phase;
  return name.trim() === '' ? t.inverter.string(number) : name;
}
