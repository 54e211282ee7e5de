import type { NtpConfig } from '@heliograph/contract';
import type { ZoneRules } from '../../shared/api/zones.ts';
import { type ComboOption, searchWords } from '../../shared/form/find-options.ts';
import type { AllZoneNames } from './zone-names.ts';

/** A zone as it is stored. */
export type Zone = Pick<NtpConfig, 'ntp_timezone' | 'ntp_timezone_descr'>;

/**
 * Stands between name and rule in the value of an option. Source: docs/specification-check.md#4-states-and-transitions.
 */
const SEPARATOR = '---';

/** The value of the option for a zone. */
export function zoneValue({ ntp_timezone_descr: name, ntp_timezone: rule }: Zone): string {
  return name + SEPARATOR + rule;
}

/** The zone of an option. */
export function zoneOf(value: string): Zone {
  const at = value.indexOf(SEPARATOR);
  return { ntp_timezone_descr: value.slice(0, at), ntp_timezone: value.slice(at + SEPARATOR.length) };
}

/** The options for a list of zones, with what people call these, as far as that is known. */
export function zoneOptions(zones: ZoneRules, names?: AllZoneNames): readonly ComboOption[] {
  return zones.map(([name, rule]) => {
    const option = zoneOption({ ntp_timezone_descr: name, ntp_timezone: rule });
    const { words = [], lesserWords = [] } = names?.get(name) ?? {};
    return { ...option, words: [...option.words, ...words], lesserWords };
  });
}

/** Found by the parts of its name, its abbreviations (`CEST`) and its distances from UTC (`UTC+1`). */
export function zoneOption(zone: Zone): ComboOption {
  const { ntp_timezone_descr: name, ntp_timezone: rule } = zone;
  const distances = utcOffsetsMin(rule).map(signedHours);
  const abbreviations =
    rule
      .split(',', 1)
      .join()
      .match(/[a-z]{3,}/gi) ?? [];
  return {
    value: zoneValue(zone),
    label: name,
    note: distances.length === 0 ? '' : `UTC${distances.join('/')}`,
    words: searchWords([name, ...abbreviations, ...distances.map((distance) => `UTC${distance}`)].join(' ')),
  };
}

/*
 * CET -1 CEST ,M3.5.0,M10.5.0/3        <+1030> -10:30 <+11> -11 ,M10.1.0,M4.1.0
 * name offset name [offset] ,changes   offsets count westwards; summer time is one hour ahead unless given
 */
const RULE = /^(?:<[^>]+>|[a-z]+)([-+]?[\d:]+)(<[^>]+>|[a-z]+)?([-+]?[\d:]+)?/i;
const HOUR_MIN = 60;

/** How many minutes a zone is ahead of UTC: standard time, and summer time if it has one. Source: POSIX, variable TZ. */
export function utcOffsetsMin(rule: string): readonly number[] {
  const [, standard, summerName, summer] = RULE.exec(rule) ?? [];
  if (standard === undefined) return [];
  const standardMin = eastMin(standard);
  if (summerName === undefined) return [standardMin];
  return [standardMin, summer === undefined ? standardMin + HOUR_MIN : eastMin(summer)];
}

function eastMin(west: string): number {
  const [hours = 0, minutes = 0] = west.replace(/^[-+]/, '').split(':').map(Number);
  const min = hours * HOUR_MIN + minutes;
  return west.startsWith('-') ? min : -min;
}

function signedHours(min: number): string {
  const [hours, rest] = [Math.trunc(Math.abs(min) / HOUR_MIN), Math.abs(min) % HOUR_MIN];
  return `${min < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
