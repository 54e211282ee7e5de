/**
 * @typedef {object} Panel
 * @property {string} title
 * @property {readonly { readonly expr: string }[]} [targets]
 */

/**
 * What a dashboard of Grafana asks Prometheus for, with its variables put in as "all of them".
 * @param {string} text the JSON of the dashboard
 * @returns {readonly { readonly title: string, readonly expression: string }[]}
 */
export function readDashboard(text) {
  /** @type {{ readonly panels: readonly Panel[] }} */
  const { panels } = JSON.parse(text);
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ title, expression: expr.replace(/\$(gateway|inverter)\b/g, '.*') })),
  );
}

/** Words of PromQL that stand where a metric could. */
const LANGUAGE = ['and', 'or', 'unless', 'on', 'ignoring', 'group_right', 'group_left', 'by', 'without'];

/**
 * The metrics that an expression names.
 * @param {string} expression
 * @returns {readonly string[]}
 */
export function metricsIn(expression) {
  const bare = expression
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replace(/\b(on|ignoring|by|without)\s*\([^)]*\)/g, '');
  const words = [...bare.matchAll(/[a-zA-Z_]\w*(?!\w*\s*\()/g)].map(([word]) => word);
  return words.filter((word) => !LANGUAGE.includes(word));
}
