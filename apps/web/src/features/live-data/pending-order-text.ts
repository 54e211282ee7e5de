import type { Formats } from '../../shared/i18n/format.ts';
import type { Texts } from '../../shared/i18n/texts.ts';
import type { Order, PendingOrder } from './pending-order.ts';

/** What was ordered, in a few words: `80 %`, `500 W`, `Restart`. */
function orderText(control: Texts['control'], format: Formats, order: Order): string {
  if (order.kind === 'power') return control.orders.power[order.action];
  return order.isRelative ? format.percent(order.value) : `${format.noDigits(order.value)} W`;
}

/** What is known of an order, in one sentence. */
export function orderSentence(control: Texts['control'], format: Formats, pending: PendingOrder): string {
  const { order, phase, reportedPercent } = pending;
  const texts = control.orders;
  const what = orderText(control, format, order);
  switch (phase) {
    case 'unclear':
      return order.kind === 'limit' ? texts.unclearLimit(what) : texts.unclearPower(what);
    case 'different':
      return texts.different(format.percentTenths(reportedPercent ?? 0), what);
    case 'settling':
    case 'contradicted':
      return texts[phase][order.kind === 'power' && order.action === 'on' ? 'on' : 'off'];
    case 'confirmed':
      return confirmedSentence(control, format, pending);
    default:
      return texts[phase](what);
  }
}

/** What is said when an order is settled. Of a restart nothing more is known than that the inverter has taken it. */
export function confirmedSentence(control: Texts['control'], format: Formats, pending: PendingOrder): string {
  const { order, name } = pending;
  if (order.kind === 'power' && order.action === 'restart') return control.orders.acceptedRestart(name);
  return control.orders.confirmed(name, orderText(control, format, order));
}
