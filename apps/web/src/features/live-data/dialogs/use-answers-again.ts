import { useState } from 'react';
import type { Loaded } from '../../../shared/api/use-endpoint.ts';
import type { OrderFailure } from './use-send-order.ts';

/** Whether the gateway has answered a question since an order failed. */
export function useAnswersAgain(orderFailure: OrderFailure | undefined, loaded: Loaded<unknown>): boolean {
  const { answer, failure } = loaded;
  const [then, setThen] = useState({ orderFailure, answer });
  // What was known at the moment of the failure; kept in the same drawing, so that a later answer differs from it.
  if (then.orderFailure !== orderFailure) setThen({ orderFailure, answer });
  return then.orderFailure === orderFailure && failure === undefined && answer !== then.answer;
}
