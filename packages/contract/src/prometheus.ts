import type { Endpoint } from './endpoint.ts';

/**
 * The gateway and the readings of its inverters in the text format of Prometheus, for its scraper. The original shows
 * them to everybody, we do as with every other reading. Source: device contract, section 1.19 and quirk 25; decision 8.
 */
export const getPrometheusMetrics: Endpoint<string, string> = {
  method: 'GET',
  path: '/api/prometheus/metrics',
  access: 'readonly',
  query: [],
  read: (value) => (typeof value === 'string' ? value : undefined),
};
