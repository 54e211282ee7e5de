import { type GatewayOptions, type RunningGateway, startGateway } from './start-gateway.ts';

/** Gateways that outlive a test: starting one takes longer than many a test. */
export interface SharedGateways {
  /** The one that runs with these options, or a new one; the last one with other options ends. */
  get(options: GatewayOptions): Promise<RunningGateway>;
  dispose(): Promise<void>;
}

export function createSharedGateways(): SharedGateways {
  let running: { readonly key: string; readonly gateway: RunningGateway } | undefined;

  async function dispose(): Promise<void> {
    await running?.gateway.dispose();
    running = undefined;
  }

  return {
    async get(options) {
      const key = JSON.stringify(options);
      if (running?.key === key) return running.gateway;
      await dispose();
      const gateway = await startGateway(options);
      running = { key, gateway };
      return gateway;
    },
    dispose,
  };
}
