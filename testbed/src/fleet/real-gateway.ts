import { type GatewayProcess, startGatewayProcess } from '../outside/gateway-process.ts';

/** A built gateway with its simulated radio that is a site of a fleet, set up as its owner would. */
export interface RealGateway {
  readonly process: GatewayProcess;
  /** AC power of the plant in W, as its own pages have it. */
  power(): Promise<number>;
  stop(): Promise<void>;
}

export interface SiteOfGateway {
  readonly id: string;
  readonly password: string;
  readonly mqttPort: number;
  readonly write: string;
}

const AUTHORIZATION = `Basic ${Buffer.from('admin:openDTU42').toString('base64')}`;

export async function startRealGateway({
  id,
  password,
  mqttPort,
  write,
}: SiteOfGateway): Promise<RealGateway> {
  const gateway = await startGatewayProcess();
  async function read(path: string): Promise<Record<string, unknown>> {
    const answer = await fetch(`${gateway.url}${path}`, { headers: { authorization: AUTHORIZATION } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json() as Promise<Record<string, unknown>>;
  }
  async function change(path: string, next: Record<string, unknown>): Promise<void> {
    const body = new FormData();
    body.set('data', JSON.stringify({ ...(await read(path)), ...next }));
    const answer = await fetch(`${gateway.url}${path}`, {
      ...{ method: 'POST', body, headers: { authorization: AUTHORIZATION } },
    });
    const text = await answer.text();
    if (!answer.ok || !text.includes('"success"')) throw new Error(`${path}: ${answer.status} ${text}`);
  }
  await change('/api/mqtt/config', {
    ...{ mqtt_enabled: true, mqtt_hostname: '127.0.0.1', mqtt_port: mqttPort, mqtt_topic: `sites/${id}/` },
    ...{ mqtt_username: id, mqtt_password: password, mqtt_hass_enabled: false },
  });
  await change('/api/heliograph/timeseries-settings', {
    ...{ enabled: true, address: write, site: id, login: 'basic', user: id, secret: password, interval: 2 },
    fleet: true,
  });
  return {
    process: gateway,
    async power() {
      const { total } = (await read('/api/livedata/status')) as { total: { Power: { v: number } } };
      return total.Power.v;
    },
    stop: () => gateway.dispose(),
  };
}
