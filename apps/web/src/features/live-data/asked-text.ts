import type { ControlMessages } from '../../shared/i18n/area/control-en.ts';
import type { Formats } from '../../shared/i18n/format.ts';
import type { Asked, AskedOrder } from './asked-order.ts';

/** What was asked, in a few words: `80 %`, `500 W`, `Restart`. */
export function askedWhat(control: ControlMessages, format: Formats, asked: Asked): string {
  if (asked.kind === 'power') return control.asked.power[asked.action];
  return asked.isRelative ? format.percent(asked.value) : `${format.noDigits(asked.value)} W`;
}

/** What is known of an order, in one sentence. */
export function askedSentence(control: ControlMessages, format: Formats, order: AskedOrder): string {
  const { asked, phase, reportedPercent } = order;
  const texts = control.asked;
  const what = askedWhat(control, format, asked);
  switch (phase) {
    case 'unclear':
      return asked.kind === 'limit' ? texts.unclearLimit(what) : texts.unclearPower(what);
    case 'different':
      return texts.different(percentAsReported(format, reportedPercent ?? 0), what);
    case 'confirmed':
      return texts.confirmed(order.name, what);
    default:
      return texts[phase](what);
  }
}

/** Tenths where there are any: the wire counts in them. */
function percentAsReported(format: Formats, percent: number): string {
  return `${format.decimal(Math.round(percent * 10) / 10)}${format.unitGap('%')}%`;
}
