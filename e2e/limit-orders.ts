import type { Page } from '@playwright/test';

export const LIMIT_CONFIG = '**/api/limit/config';

/** An inverter is asked for its limit and its model one after the other. */
export const LIMIT_READ_TIMEOUT_MS = 15_000;

/** What is sent to set a limit, as the gateway would get it. */
export function watchLimitOrders(page: Page): readonly unknown[] {
  const orders: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST') return;
    const sent = /name="data"\s+([^\r\n]+)/.exec(request.postData() ?? '')?.[1] ?? 'null';
    orders.push(JSON.parse(sent));
  });
  return orders;
}
