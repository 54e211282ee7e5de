import type { Finding } from '@heliograph/contract';
import { amountText } from '../../shared/i18n/amount-text.ts';
import type { Formats } from '../../shared/i18n/format.ts';
import { createDateNames, type PlantTime } from '../../shared/i18n/plant-time.ts';
import type { Texts } from '../../shared/i18n/texts.ts';

/** What was found, in words. */
export interface FindingWords {
  /** `South roof, String 2`. */
  who(finding: Finding): string;
  sentence(finding: Finding): string;
}

interface WordingParts {
  readonly t: Texts['history']['findings'];
  readonly format: Formats;
  readonly time: PlantTime;
  /** The day that it is at the plant, `2026-06-21`. */
  readonly today: string;
}

export function findingWords({ t, format, time, today }: WordingParts): FindingWords {
  const dates = createDateNames(format.tag);

  function moment(unixS: number): string {
    const day = time.dayOf(unixS);
    return day === today ? t.today(time.time(unixS)) : t.onDay(dates.shortDay(day), time.time(unixS));
  }

  function who({ name, serial, string, string_name: stringName }: Finding): string {
    const inverter = name === '' ? serial : name;
    return string === undefined ? inverter : t.stringOf(inverter, stringName ?? t.string(string));
  }

  function sentence(finding: Finding): string {
    const { kind, basis, since, over, ratio, lost } = finding;
    const when = over === undefined ? t.since(moment(since)) : t.fromTo(moment(since), moment(over));
    if (kind === 'silent') return t.silent(who(finding), when);
    const cost = lost >= 1 ? t.cost(amountText(format, lost, 'Wh')) : '';
    if (kind === 'dead') return t.dead(who(finding), when) + cost;
    const less = format.percent(Math.round(100 * (1 - ratio)));
    const text = basis === 'neighbours' ? t.weaker : t.weakerThanBefore;
    return text(who(finding), less, when) + cost;
  }

  return { who, sentence };
}
