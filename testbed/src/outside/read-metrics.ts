export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly kind: string;
  readonly samples: readonly MetricSample[];
}
export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  /** As it was written. */
  readonly value: string;
}

const BLOCK = /^# HELP (\w+) (.+)\n# TYPE (\w+) (gauge|counter)\n((?:.+\n)+)$/;
const SAMPLE = /^([a-zA-Z_]\w*)(?:\{(.+)\})? (-?\d+(?:\.\d+)?)$/;
/** In the text of a label three characters are escaped, and no others. */
const LABEL = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,(?=.)|$)/;

/**
 * Reads the text format of Prometheus, version 0.0.4, and throws at whatever is not allowed in it: every family is one
 * block that begins with its HELP and TYPE, no series is there twice, the last line has an end.
 */
export function readMetrics(text: string): ReadonlyMap<string, MetricFamily> {
  const families = text.split(/^(?=# HELP )/m).map(readFamily);
  const byName = new Map(families.map((family) => [family.name, family]));
  if (byName.size < families.length) throw new Error('two blocks of one name');
  return byName;
}

function readFamily(block: string): MetricFamily {
  const [, name = '', help = '', typeOf, kind = '', lines = ''] = BLOCK.exec(block) ?? [];
  if (name === '' || typeOf !== name) throw new Error(`no block: ${block}`);
  const samples = lines
    .trimEnd()
    .split('\n')
    .map((line) => readSample(line, name));
  const series = samples.map(({ labels }) => JSON.stringify(Object.entries(labels).sort()));
  if (new Set(series).size < series.length) throw new Error(`a series of ${name} twice`);
  return { name, help, kind, samples };
}

function readSample(line: string, ofName: string): MetricSample {
  const [, name, labels = '', value = ''] = SAMPLE.exec(line) ?? [];
  if (name !== ofName) throw new Error(`no sample of ${ofName}: ${line}`);
  return { labels: readLabels(labels), value };
}

function readLabels(text: string): Readonly<Record<string, string>> {
  const labels = new Map<string, string>();
  for (let rest = text; rest !== ''; ) {
    const [all = '', name = '', value = ''] = LABEL.exec(rest) ?? [];
    if (all === '' || labels.has(name)) throw new Error(`labels: ${text}`);
    labels.set(
      name,
      value.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped)),
    );
    rest = rest.slice(all.length);
  }
  return Object.fromEntries(labels);
}
