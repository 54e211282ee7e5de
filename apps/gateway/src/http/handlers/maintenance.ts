import { type Handlers, result } from '@heliograph/contract';

/** Restarts the gateway when the answer is on its way. */
export function createMaintenanceHandlers(restartSoon: () => void): Pick<Handlers, 'reboot'> {
  return {
    reboot(order) {
      if (!order.reboot) return result('RebootCancelled');
      restartSoon();
      return result('RebootTriggered');
    },
  };
}
