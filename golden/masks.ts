import { type Exchange, isRecord, type Value } from './answer.ts';

/**
 * What the clock, the host or chance decides is not compared. A mask puts a name in place of such a value, with its type,
 * and only where the value has the form that is expected of it: anything else stays as it is and is found.
 */

/** Of members, by their path in the answer (`body.inverters.0.data_age`). */
interface Mask {
  readonly name: string;
  readonly state?: RegExp;
  readonly call?: RegExp;
  readonly path: RegExp;
  readonly form: RegExp;
}

const WHOLE = /^\d+$/;
const NOT_ZERO = /^[1-9]\d*$/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const EVENTS =
  /^\[(\{"message_id":\d+,"message":"[A-Z][^"]+","start_time":-?\d+,"end_time":-?\d+\}(,(?!\])|(?=\])))+\]$/;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;

/** Plants in which the simulated sun decides what is measured. */
const SIMULATED =
  /^(fresh|reading locked|password changed|dead-string|unreachable|posts|files|reset|restored|after firmware|folder of 0.1.0)$/;
/** In the plant with recorded frames the last four inverters have none for their measurements. */
const WITHOUT_FRAMES = /^(114190529235|114182979823|116180148266|114190531163)$/;
const MEASURED =
  '(Power|Voltage|Current|Power DC|PowerDC|YieldDay|YieldTotal|Frequency|Temperature|PowerFactor|ReactivePower|Efficiency|Irradiation)';
const TOTALS = /^(body|message)\.total\.\w+\.v$/;

const MASKS: readonly Mask[] = [
  { name: 'uptime', path: /^body\.(opendtu_)?uptime$/, form: WHOLE },
  { name: 'uptime', call: /\/dtu\/uptime$/, path: /^payload$/, form: WHOLE },
  { name: 'age of the data', path: /\.inverters\.\d+\.data_age$/, form: WHOLE },
  { name: 'uptime', path: /^body\.opendtu_last_update\{/, form: NOT_ZERO },
  { name: 'Unix time', call: /\/status\/last_update$/, path: /^payload$/, form: NOT_ZERO },
  {
    name: 'local time',
    path: /^body\.ntp_localtime$/,
    form: /^[A-Z]\w+, [A-Z]\w+ \d\d \d{4} \d\d:\d\d:\d\d$/,
  },
  {
    ...{ name: 'time', call: /^GET \/api\/ntp\/time/, form: WHOLE },
    path: /^body\.(year|month|day|hour|minute|second)$/,
  },
  {
    // Whether a machine reaches the time server is its own matter; that `ntp_status` follows is tested elsewhere.
    ...{ name: 'state of the time server', call: /^GET \/api\/ntp\/status/ },
    path: /^body\.ntp_(status|state|address|answer_age|offset|next_try|failure)$/,
    form: /^(true|false|[a-z-]*|-?\d+(\.\d+)?|[\da-f.:]+)$/,
  },
  { name: 'number of events', state: SIMULATED, path: /\.inverters\.\d+\.events$/, form: NOT_ZERO },
  { name: 'number of events', state: SIMULATED, path: /^body\.\d+\.count$/, form: NOT_ZERO },
  { name: 'events', state: SIMULATED, path: /^body\.\d+\.events$/, form: EVENTS },
  { name: 'bytes of memory', path: /^body\.(heap|littlefs)_(total|used)$/, form: WHOLE },
  { name: 'bytes of memory', path: /^body\.(heap_max_block|heap_min_free|flashsize)$/, form: WHOLE },
  { name: 'temperature', path: /^body\.cputemp$/, form: /^\d+(\.\d+)?$/ },
  { name: 'bytes of memory', path: /^body\.opendtu_(free_)?heap_size$/, form: WHOLE },
  { name: 'version of Heliograph', path: /^body\.heliograph_version$/, form: /^\d+\.\d+\.\d+/ },
  { name: 'commit', path: /^body\.heliograph_commit$/, form: /^([0-9a-f]{7,40})?$/ },
  { name: 'id of the run', path: /^body\.heliograph_id$/, form: /^[0-9a-f]{16}$/ },
  { name: 'kind of installation', path: /^body\.heliograph_installation$/, form: /^[a-z]+$/ },
  {
    ...{ name: 'last fixes of Node.js', path: /^body\.heliograph_runtime_end_of_life$/ },
    form: /^(\d{4}-\d\d-\d\d)?$/,
  },
  { name: 'radio quality', path: /\.radio_quality$/, form: /^(100|\d\d?)$/ },
  { name: 'age of the setting', path: /\.added_age$/, form: WHOLE },
  { name: 'processor', path: /^body\.chipmodel$/, form: /./ },
  { name: 'number of the processor', path: /^body\.(chiprevision|chipcores|cpufreq)$/, form: WHOLE },
  { name: 'version of Node.js', path: /^body\.sdkversion$/, form: /^Node\.js v\d+\.\d+\.\d+/ },
  { name: 'address', path: /^body\.network_(ip|netmask|gateway|dns1|dns2)$/, form: IPV4 },
  { name: 'address', call: /\/dtu\/ip$/, path: /^payload$/, form: IPV4 },
  { name: 'generated serial', path: /^body\.(dtu_serial|dtu\.serial)$/, form: /^1999801\d{5}$/ },
  { name: 'port', state: /^mqtt$/, path: /^body\.mqtt_port$/, form: WHOLE },
  {
    ...{ name: 'certificate', path: /root_ca_cert$/ },
    form: /^-----BEGIN CERTIFICATE-----\n[\w+/=\n]{1000,}-----END CERTIFICATE-----\n$/,
  },
  {
    ...{ name: 'measured', state: SIMULATED, form: NUMBER },
    path: new RegExp(`^(body|message)\\.inverters\\.\\d+\\.#\\d\\.${MEASURED}\\.v$`),
  },
  {
    ...{ name: 'measured', state: /^captured$/, form: NUMBER },
    path: new RegExp(`^(body|message)\\.inverters\\.[6-9]\\.#\\d\\.${MEASURED}\\.v$`),
  },
  { name: 'measured', state: SIMULATED, path: TOTALS, form: NUMBER },
  { name: 'measured', state: /^captured$/, path: TOTALS, form: NUMBER },
  {
    ...{ name: 'measured', state: SIMULATED, form: NUMBER },
    path: new RegExp(`^body\\.opendtu_${MEASURED}\\{`),
  },
  {
    ...{ name: 'measured', state: /^captured$/, form: NUMBER },
    path: new RegExp(`^body\\.opendtu_${MEASURED}\\{serial="${WITHOUT_FRAMES.source.slice(1, -1)}"`),
  },
  {
    ...{ name: 'measured', path: /^payload$/, form: NUMBER },
    call: new RegExp(
      `/${WITHOUT_FRAMES.source.slice(1, -1)}/\\d/(power|voltage|current|powerdc|yieldday|yieldtotal|frequency|temperature|powerfactor|reactivepower|efficiency|irradiation)$`,
    ),
  },
];

/** Within texts, and in the names of metrics. */
const TEXT_MASKS: readonly (readonly [form: RegExp, shown: string])[] = [
  [/\bOpenDTU-[0-9A-F]{6}\b/g, 'OpenDTU-<chip>'],
  [/\bOpenDTU-\d{1,8}\b/g, 'OpenDTU-<chip in decimal>'],
  [/\b[0-9A-F]{2}(:[0-9A-F]{2}){5}\b(?!:)/g, '<hardware address>'],
  [/\bg[0-9a-f]{7,12}\b/g, '<commit>'],
  [/\barch="[^"]*"/g, 'arch="<processor>"'],
  [/\bwsid_\d+=[0-9a-f]{32}\b/g, 'wsid_<port>=<ticket>'],
  [/\bwsid_\d+=;/g, 'wsid_<port>=;'],
  [/(\$scrypt\$ln=\d+,r=\d+,p=\d+\$)[\w-]+\$[\w-]+/g, '$1<salt>$<hash>'],
  [/\bhttp:\/\/\d+\.\d+\.\d+\.\d+:\d+\b/g, 'http://<address>:<port>'],
];

export function masked({ state, call, answer }: Exchange): Value {
  const masks = MASKS.filter((mask) => (mask.state?.test(state) ?? true) && (mask.call?.test(call) ?? true));
  return maskedValue(answer, '', masks);
}

function maskedValue(value: Value, path: string, masks: readonly Mask[]): Value {
  const mask = masks.find(({ path: at, form }) => at.test(path) && form.test(textOf(value)));
  if (mask !== undefined) return `<${mask.name}, a ${Array.isArray(value) ? 'list' : typeof value}>`;
  if (Array.isArray(value)) {
    return value.map((item: Value, index) => maskedValue(item, join(path, String(index)), masks));
  }
  if (isRecord(value)) {
    const members = Object.entries(value);
    return Object.fromEntries(
      members.map(([key, member]) => [maskedText(key), maskedValue(member, join(path, key), masks)]),
    );
  }
  return typeof value === 'string' ? maskedText(value) : value;
}

const textOf = (value: Value) => (typeof value === 'string' ? value : JSON.stringify(value));
const join = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

function maskedText(text: string): string {
  return TEXT_MASKS.reduce((masked, [form, shown]) => masked.replace(form, shown), text);
}
