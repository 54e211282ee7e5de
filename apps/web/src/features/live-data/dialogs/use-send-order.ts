import type { ReceivedApiResult } from '@heliograph/contract';
import { useState } from 'react';
import type { Call, CallFailure, CallResult } from '../../../shared/api/call.ts';
import { useServices } from '../../../shared/api/services.ts';
import type { Order } from '../pending-order.ts';
import { usePlaceOrder } from '../pending-orders-watcher.tsx';

/** Why an order was not accepted: the gateway said no, or nothing that could be understood. */
export type OrderFailure = { readonly kind: 'rejected'; readonly answer: ReceivedApiResult } | CallFailure;

export interface SendOrder {
  readonly isSending: boolean;
  /** Of the last order; undefined while one is under way. */
  readonly failure: OrderFailure | undefined;
  /** What became of the last order does not matter any more. */
  forget(): void;
  /** Makes the call; resolves with why it was not accepted. */
  send(
    makeCall: (call: Call) => Promise<CallResult<ReceivedApiResult>>,
    order: Order,
  ): Promise<OrderFailure | undefined>;
}

/** Sends orders to one inverter, one at a time; an accepted one is followed further, and `onAccepted` is called. */
export function useSendOrder(serial: string, name: string, onAccepted: () => void): SendOrder {
  const { call, liveLink } = useServices();
  const placeOrder = usePlaceOrder();
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<OrderFailure>();

  return {
    isSending,
    failure,
    forget: () => setFailure(undefined),
    async send(makeCall, order) {
      if (isSending) return undefined;
      setIsSending(true);
      setFailure(undefined);
      const before = __FOR_DEVICE__ ? undefined : liveLink.snapshot().live?.orders;
      const result = await makeCall(call);
      setIsSending(false);
      const failed = failureOf(result);
      setFailure(failed);
      if (failed === undefined) {
        placeOrder(serial, name, order, before);
        onAccepted();
      }
      return failed;
    },
  };
}

function failureOf(result: CallResult<ReceivedApiResult>): OrderFailure | undefined {
  if (result.kind !== 'answered') return result;
  return result.answer.type === 'success' ? undefined : { kind: 'rejected', answer: result.answer };
}
