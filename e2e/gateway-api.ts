import type {
  DeviceInfo,
  EventLog,
  EventLogEntry,
  LimitStatus,
  ListedInverter,
  PowerStatus,
} from '@heliograph/contract';

const ADMIN = `Basic ${btoa('admin:openDTU42')}`;

interface Answer {
  readonly status: number;
  /** Undefined where it is no JSON. */
  readonly body: { readonly type?: string; readonly message?: string } | undefined;
}

/** The calls of the gateway without a browser: what it says, and what somebody else does meanwhile. */
export class GatewayApi {
  private readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  /** The answer as it came: the caller says what it must be. */
  async get<T>(path: string): Promise<T> {
    const answer = await fetch(this.url + path, { headers: headersAs(ADMIN) });
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`);
    return answer.json();
  }

  async limitStatus(serial: string): Promise<LimitStatus | undefined> {
    return (await this.get<Record<string, LimitStatus>>('/api/limit/status'))[serial];
  }

  async powerStatus(serial: string): Promise<PowerStatus | undefined> {
    return (await this.get<Record<string, PowerStatus>>('/api/power/status'))[serial];
  }

  async events(serial: string): Promise<readonly EventLogEntry[]> {
    const logs = await this.get<Record<string, EventLog>>(`/api/eventlog/status?inv=${serial}`);
    return logs[serial]?.events ?? [];
  }

  async deviceInfo(serial: string): Promise<DeviceInfo | undefined> {
    return (await this.get<Record<string, readonly DeviceInfo[]>>('/api/devinfo/status'))[serial]?.[0];
  }

  async inverters(): Promise<readonly ListedInverter[]> {
    return (await this.get<{ readonly inverter: readonly ListedInverter[] }>('/api/inverter/list')).inverter;
  }

  async post(path: string, data: unknown, authorization: string | undefined = ADMIN): Promise<Answer> {
    const body = new FormData();
    body.set('data', JSON.stringify(data));
    const answer = await fetch(this.url + path, { method: 'POST', headers: headersAs(authorization), body });
    return { status: answer.status, body: await answer.json().catch(() => undefined) };
  }

  /** As the admin; anything but a success is a mistake of the test. */
  async order(path: string, data: unknown): Promise<void> {
    const { status, body } = await this.post(path, data);
    if (body?.type !== 'success') throw new Error(`POST ${path}: ${status} ${JSON.stringify(body)}`);
  }

  /** From now on whoever has not logged in may not even read. */
  async forbidReading(): Promise<void> {
    await this.order('/api/security/config', { password: 'openDTU42', allow_readonly: false });
  }
}

function headersAs(authorization: string | undefined): Record<string, string> {
  const marked = { 'X-Requested-With': 'XMLHttpRequest' };
  return authorization === undefined ? marked : { ...marked, Authorization: authorization };
}
