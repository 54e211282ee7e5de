import type { Formats } from '../../shared/i18n/format.ts';
import type { Texts } from '../../shared/i18n/texts.ts';
import type { Asked, AskedOrder } from './asked-order.ts';

/** What was asked, in a few words: `80 %`, `500 W`, `Restart`. */
function askedWhat(control: Texts['control'], format: Formats, asked: Asked): string {
  if (asked.kind === 'power') return control.asked.power[asked.action];
  return asked.isRelative ? format.percent(asked.value) : `${format.noDigits(asked.value)} W`;
}

/** What is known of an order, in one sentence. */
export function askedSentence(control: Texts['control'], format: Formats, order: AskedOrder): string {
  const { asked, phase, reportedPercent } = order;
  const texts = control.asked;
  const what = askedWhat(control, format, asked);
  switch (phase) {
    case 'unclear':
      return asked.kind === 'limit' ? texts.unclearLimit(what) : texts.unclearPower(what);
    case 'different':
      return texts.different(format.percentTenths(reportedPercent ?? 0), what);
    case 'settling':
    case 'contradicted':
      return texts[phase][asked.kind === 'power' && asked.action === 'on' ? 'on' : 'off'];
    case 'confirmed':
      return confirmedSentence(control, format, order);
    default:
      return texts[phase](what);
  }
}

/** What is said when an order is settled. Of a restart nothing more is known than that the inverter has taken it. */
export function confirmedSentence(control: Texts['control'], format: Formats, order: AskedOrder): string {
  const { asked, name } = order;
  if (asked.kind === 'power' && asked.action === 'restart') return control.asked.acceptedRestart(name);
  return control.asked.confirmed(name, askedWhat(control, format, asked));
}
