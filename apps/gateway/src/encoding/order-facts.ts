import type { Order as OrderFacts, OrderStep as StepFacts } from '@heliograph/contract';
import { type Order, type OrderStep, orderState } from '@heliograph/domain';

/** An order and its time line, as it is sent. */
export function orderFacts(order: Order): OrderFacts {
  const { id, serial, action, origin, steps } = order;
  const { way, by } = origin;
  const state = { way, by, state: orderState(order), steps: steps.map(stepFacts) };
  if (action.kind === 'power') return { id, serial, kind: 'power', power: action.command, ...state };
  const { value, isRelative, isPersistent } = action.command;
  return { id, serial, kind: 'limit', value, relative: isRelative, persistent: isPersistent, ...state };
}

function stepFacts(step: OrderStep): StepFacts {
  const fact = { state: step.step, at: step.atMs / 1000 };
  if ('reason' in step && step.reason !== undefined) return { ...fact, reason: step.reason };
  if (!('limitPercent' in step) || step.limitPercent === undefined) return fact;
  return { ...fact, limit_relative: Math.round(step.limitPercent * 10) / 10 };
}
