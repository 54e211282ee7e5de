import type { OrderWay } from '@heliograph/contract';
import type { Formats } from '../../shared/i18n/format.ts';
import type { Texts, TextsOf } from '../../shared/i18n/texts.ts';
import type { Order, PendingOrder } from './pending-order.ts';

/** What was ordered, in a few words: `80 %`, `500 W`, `Restart`. */
export function orderText(control: Texts['control'], format: Formats, order: Order): string {
  if (order.kind === 'power') return control.orders.power[order.action];
  return order.isRelative ? format.percentTenths(order.value) : `${format.decimal(order.value)} W`;
}

/** What is known of an order, in one sentence, and who gave it where that was not on this page. */
export function orderSentence(
  texts: TextsOf<'control' | 'limits'>,
  format: Formats,
  pending: PendingOrder,
): string {
  const sentence = phaseSentence(texts, format, pending);
  return __FOR_DEVICE__ ? sentence : withGiver(texts.limits.orders, sentence, pending);
}

/** Says who gave an order before what is said of it. Nothing is added where that is not known. */
export function withGiver(
  orders: Texts['limits']['orders'],
  sentence: string,
  { way = 'http', by }: { readonly way?: OrderWay | undefined; readonly by?: string | undefined },
): string {
  if (!by) return sentence;
  if (way !== 'http' && way !== 'mqtt') return orders.byUser(orders.givers[way], sentence);
  if (by === 'mqtt') return orders.byMqtt(sentence);
  return by === 'api' ? orders.byProgram(sentence) : orders.byUser(by, sentence);
}

/** Never of an original device, whose texts lack them. */
type GatewayPhase = 'refused' | 'unmeasured' | 'forgotten';

function phaseSentence(
  { control, limits }: TextsOf<'control' | 'limits'>,
  format: Formats,
  pending: PendingOrder,
): string {
  const { order, phase, reportedPercent, refusal } = pending;
  const texts = control.orders;
  const what = orderText(control, format, order);
  if (!__FOR_DEVICE__ && phase === 'refused' && refusal !== undefined)
    return limits.orders.notCarriedOut(what, limits.orders.refusals[refusal]);
  if (!__FOR_DEVICE__ && (phase === 'refused' || phase === 'unmeasured' || phase === 'forgotten')) {
    return limits.orders[phase](what);
  }
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
      return texts[phase as Exclude<typeof phase, GatewayPhase>](what);
  }
}

/** What is said when an order is settled. Of a restart nothing more is known than that the inverter has taken it. */
export function confirmedSentence(control: Texts['control'], format: Formats, pending: PendingOrder): string {
  const { order, name } = pending;
  if (order.kind === 'power' && order.action === 'restart') return control.orders.acceptedRestart(name);
  return control.orders.confirmed(name, orderText(control, format, order));
}
