import {
  type GatewayProcess,
  type GatewayProcessOptions,
  startGatewayProcess,
} from '@heliograph/testbed/outside/gateway-process.ts';

/** Gateways that outlive a test: starting one takes longer than many a test. */
export interface SharedGateways {
  /** The one that runs with these options, or a new one. */
  get(options: GatewayProcessOptions): Promise<GatewayProcess>;
  dispose(): Promise<void>;
}

/** The one that most tests use, and one with other options: more would only keep the machine busy. */
const KEPT_MAX = 2;

export function createSharedGateways(): SharedGateways {
  /** Those used last stand last. */
  const running = new Map<string, GatewayProcess>();

  async function endOldest(): Promise<void> {
    const [oldest] = running;
    if (oldest === undefined) return;
    const [key, gateway] = oldest;
    running.delete(key);
    await gateway.dispose();
  }

  return {
    async get(options) {
      const key = JSON.stringify(options);
      const known = running.get(key);
      running.delete(key);
      if (known === undefined && running.size >= KEPT_MAX) await endOldest();
      const gateway = known ?? (await startGatewayProcess(options));
      running.set(key, gateway);
      return gateway;
    },
    async dispose() {
      while (running.size > 0) await endOldest();
    },
  };
}
