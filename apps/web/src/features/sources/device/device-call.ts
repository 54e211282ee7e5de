import {
  type AnyEndpoint,
  DEFAULT_PROFILE_NAMES,
  getDeviceConfig,
  getDtuConfig,
  getMqttConfig,
  getMqttStatus,
  getNetworkConfig,
  getNetworkStatus,
  getNtpConfig,
  getNtpStatus,
  getSecurityConfig,
  getSourceDocument,
  getSourceFacts,
  getSystemStatus,
  isRecord,
  type SourceDocument,
  type SourceDocumentSettings,
  type SourceFactsName,
  type SourceProblem,
  setDeviceConfig,
  setDtuConfig,
  setMqttConfig,
  setNetworkConfig,
  setNtpConfig,
  setSecurityConfig,
  setSourceDocument,
} from '@heliograph/contract';
import type { Call, CallResult } from '../../../shared/api/call.ts';
import { getZones } from '../../../shared/api/zones.ts';

/** The gateway asks a device for one thing at a time, and waits 10 s for each. */
export const DEVICE_WAIT_MS = 45_000;

type EveryEndpoint = AnyEndpoint<unknown, unknown, unknown, string, string>;
type AnyResult = CallResult<unknown>;
type Settings = SourceDocumentSettings['settings'];

const DOCUMENTS: readonly (readonly [document: SourceDocument, get: unknown, set: unknown])[] = [
  ['network', getNetworkConfig, setNetworkConfig],
  ['time', getNtpConfig, setNtpConfig],
  ['mqtt', getMqttConfig, setMqttConfig],
  ['dtu', getDtuConfig, setDtuConfig],
  ['security', getSecurityConfig, setSecurityConfig],
  ['device', getDeviceConfig, setDeviceConfig],
];

const FACTS: ReadonlyMap<unknown, SourceFactsName> = new Map<unknown, SourceFactsName>([
  [getSystemStatus, 'system'],
  [getNetworkStatus, 'network'],
  [getNtpStatus, 'ntp'],
  [getMqttStatus, 'mqtt'],
]);

export interface DeviceCallOptions {
  /** The way to the gateway. */
  readonly call: Call;
  /** Of the device. */
  readonly id: string;
  /** The settings could not be read from the device. */
  readonly onProblem: (problem: SourceProblem) => void;
  /** Says why the device did not take them. */
  readonly problemText: (problem: SourceProblem) => string;
}

/**
 * The calls of a page of settings, answered by a device behind the gateway: what the page asks of the gateway is asked of
 * that device, and of what it saves only what differs from what the device has is sent. Other calls are as those of a
 * device that does not know them.
 */
export function createDeviceCall({ call, id, onProblem, problemText }: DeviceCallOptions): Call {
  /** As the device has them, by the last reading. */
  const read = new Map<SourceDocument, Settings>();

  async function load(document: SourceDocument, endpoint: EveryEndpoint): Promise<AnyResult> {
    const result = await call(getSourceDocument, {
      query: { source: id, document },
      waitMs: DEVICE_WAIT_MS,
    });
    if (result.kind !== 'answered') return result;
    const { settings, source_problem: problem } = result.answer;
    if (problem !== undefined) {
      onProblem(problem);
      return { kind: 'unreachable' };
    }
    read.set(document, settings);
    const answer = endpoint.read(nested(document === 'time' ? await withRule(call, settings) : settings));
    return answer === undefined ? { kind: 'unreadable' } : { kind: 'answered', answer };
  }

  async function save(document: SourceDocument, body: unknown): Promise<AnyResult> {
    const settings = changesOf(read.get(document) ?? {}, body);
    const result = await call(setSourceDocument, {
      body: { source: id, document, settings },
      waitMs: DEVICE_WAIT_MS,
    });
    if (result.kind !== 'answered' || result.answer.source_problem === undefined) return result;
    const message = problemText(result.answer.source_problem);
    return { kind: 'answered', answer: { type: 'warning', message } };
  }

  async function facts(name: SourceFactsName, endpoint: EveryEndpoint): Promise<AnyResult> {
    const query = { source: id, facts: name };
    const result = await call(getSourceFacts, { query, waitMs: DEVICE_WAIT_MS });
    if (result.kind !== 'answered') return result;
    const answer = result.answer[name] && endpoint.read(result.answer[name]);
    return answer === undefined ? { kind: 'unreachable' } : { kind: 'answered', answer };
  }

  async function ask(endpoint: EveryEndpoint, options?: { readonly body?: unknown }): Promise<AnyResult> {
    if ((endpoint as unknown) === getZones) return call(getZones);
    const fact = FACTS.get(endpoint);
    if (fact !== undefined) return facts(fact, endpoint);
    for (const [document, get, set] of DOCUMENTS) {
      if (endpoint === get) return load(document, endpoint);
      if (endpoint === set) return save(document, options?.body);
    }
    return { kind: 'missing' };
  }

  return ask as Call;
}

/** Devices since v26.3.28 know the rule of a zone by its name, our page wants it. */
async function withRule(call: Call, settings: Settings): Promise<Settings> {
  if ('ntp_timezone' in settings) return settings;
  const zones = await call(getZones);
  const rules = zones.kind === 'answered' ? zones.answer : [];
  const rule = rules.find(([name]) => name === settings.ntp_timezone_descr)?.[1] ?? '';
  return { ...settings, ntp_timezone: rule };
}

/** `display.contrast` as our calls have it: `{ display: { contrast } }`. */
function nested(settings: Settings): Readonly<Record<string, unknown>> {
  const tree: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(settings)) {
    const parts = path.split('.');
    const last = parts.pop() ?? path;
    let place = tree;
    for (const part of parts) {
      const inner = place[part];
      const next = isRecord(inner) ? { ...inner } : {};
      place[part] = next;
      place = next;
    }
    place[last] = value;
  }
  return tree;
}

/** What stands at a path; undefined where there is nothing. */
export function valueAt(tree: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, part) => (isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined),
      tree,
    );
}

/** Of what a page sends, what differs from what the device has; what it does not have it is not sent. */
export function changesOf(settings: Settings, body: unknown): Settings {
  const changed = Object.entries(settings).flatMap(([path, stored]) => {
    const value = valueAt(body, path);
    const isSame = value === undefined || JSON.stringify(value) === JSON.stringify(stored);
    // A device without a profile has no name for it; our page must send one.
    const isInvented =
      path === 'curPin.name' && stored === '' && DEFAULT_PROFILE_NAMES.includes(String(value));
    return isSame || isInvented ? [] : [[path, value] as const];
  });
  return Object.fromEntries(changed);
}
