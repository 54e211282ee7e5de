import type { ReadersEndpoint } from './endpoint.ts';

/**
 * The gateway and the readings of its inverters in the text format of Prometheus, for its scraper. The original shows
 * them to everybody, we do as with every other reading. Source: docs/reference/original-device.md#prometheus, #quirk-25
 * and docs/decisions/0008-anonymous-reading.md.
 */
export const getPrometheusMetrics: ReadersEndpoint<string, string> = {
  method: 'GET',
  path: '/api/prometheus/metrics',
  access: 'readonly',
  query: [],
  read: (value) => (typeof value === 'string' ? value : undefined),
};
