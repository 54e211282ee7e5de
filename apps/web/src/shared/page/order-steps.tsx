import { ORDER_EXPIRIES, ORDER_REFUSALS, type Order, type OrderStep, toldLimit } from '@heliograph/contract';
import { useUnixMs } from '../api/services.ts';
import { type Formats, formatsAt } from '../i18n/format.ts';
import { useI18n, useTexts } from '../i18n/i18n-context.ts';
import type { Texts } from '../i18n/texts.ts';

interface OrderStepsProps {
  readonly order: Order;
  /** Whose steps these are, for whoever cannot see what they stand below. */
  readonly label: string;
  /** Of the clock that the times are told by; not there: that of the reader. */
  readonly utcOffsetS?: ((unixS: number) => number) | undefined;
}

/** What became of an order, step by step, with the gateway's times. */
export function OrderSteps({ order: { steps }, label, utcOffsetS }: OrderStepsProps) {
  const { format } = useI18n();
  const texts = useTexts('limits').limits.orders;
  const nowMs = useUnixMs();
  return (
    <>
      <ol aria-label={label}>
        {steps.map((step) => (
          <li key={`${step.state} ${step.at}`}>
            <span>{stepText(texts, format, step)}</span>
            {isTimeKnown(step) && (
              <time dateTime={new Date(step.at * 1000).toISOString()}>
                {timeText(format, step.at, nowMs, utcOffsetS?.(step.at))}
              </time>
            )}
          </li>
        ))}
      </ol>
      {!steps.every(isTimeKnown) && <p>{texts.noTime}</p>}
    </>
  );
}

function stepText({ steps, ...texts }: Texts['limits']['orders'], format: Formats, step: OrderStep): string {
  const { state, reason } = step;
  const percent = toldLimit(step);
  if (state === 'expired')
    return steps[ORDER_EXPIRIES.find((known) => known === reason) ?? 'gateway-restarted'];
  const refusal = state === 'refused' && ORDER_REFUSALS.find((known) => known === reason);
  if (refusal) return texts.stepNotCarriedOut(texts.refusals[refusal]);
  if (percent === undefined) return steps[state];
  const measured = format.percentTenths(percent);
  return state === 'contradicted' ? texts.measuredOther(measured) : texts.measured(measured);
}

/** A clock that was never set counts from 1970. Source: docs/reference/original-device.md#time. */
const CLOCK_SET_FROM_S = Date.UTC(2017, 0, 1) / 1000;
const YEAR_10000_S = Date.UTC(10_000, 0) / 1000;

/** Whether the clock of the gateway was set then, to a time that can be. */
export function isTimeKnown({ at }: Pick<OrderStep, 'at'>): boolean {
  return at >= CLOCK_SET_FROM_S && at < YEAR_10000_S;
}

/** To the second; with the date where that is not today's. */
function timeText(format: Formats, unixS: number, nowMs: number, utcOffsetS: number | undefined): string {
  const there = formatsAt(format, { utcOffsetS });
  const unixMs = unixS * 1000;
  if (there.day(unixMs) !== there.day(nowMs)) return there.dateTime(unixMs);
  const toTheSecond = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  const zone = utcOffsetS === undefined ? {} : { timeZone: 'UTC' };
  const time = new Intl.DateTimeFormat(format.tag, { ...toTheSecond, ...zone });
  return time.format(unixMs + 1000 * (utcOffsetS ?? 0));
}
