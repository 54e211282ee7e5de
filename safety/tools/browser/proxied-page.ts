import type { GatewayProcess } from '@heliograph/testbed/outside/gateway-process.ts';
import type { Page } from '@playwright/test';
import { type ChaosProxy, startChaosProxy } from '../network/chaos-proxy.ts';
import { type AgeWatch, watchAges } from './age-watch.ts';

export interface ProxiedFixtures {
  /** Stands between the page and the gateway. */
  readonly chaos: ChaosProxy;
  /** Of the page, whose clock is in the hands of the test. */
  readonly ages: AgeWatch;
}

type Use<Value> = (value: Value) => Promise<void>;

/** Fixtures of a browser test whose page reaches the gateway through the chaos proxy. */
export const PROXIED = {
  async chaos({ gateway }: { gateway: GatewayProcess }, use: Use<ChaosProxy>): Promise<void> {
    const chaos = await startChaosProxy(Number(new URL(gateway.url).port));
    await use(chaos);
    await chaos.close();
  },
  async baseURL({ chaos }: { chaos: ChaosProxy }, use: Use<string | undefined>): Promise<void> {
    await use(`http://127.0.0.1:${chaos.port}`);
  },
  async ages({ page }: { page: Page }, use: Use<AgeWatch>): Promise<void> {
    const ages = await watchAges(page);
    await page.clock.install();
    await use(ages);
  },
};
