import { SECRET_PLACEHOLDER, type SupportBundle } from '@heliograph/contract';
import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { login, send } from '@heliograph/testbed/outside/http-client.ts';
import { describe, expect, it } from 'vitest';

describe('the file for whoever helps', () => {
  it('has log, facts and settings, and none of the secrets', async () => {
    const gateway = await startTestGateway({
      prepare: async (settings) => {
        await settings.update('mqtt', (mqtt) => ({
          ...{ ...mqtt, mqtt_hostname: 'broker.test', mqtt_username: 'roof', mqtt_password: 'a secret word' },
          mqtt_client_key: '',
        }));
        await settings.update('inverters', () => ({
          inverter: [
            { id: 0, serial: '116181234567', name: 'Roof', channel: [{ name: 'East', max_power: 400 }] },
          ],
        }));
        await settings.update('network', (network) => ({ ...network, password: 'another secret' }));
        await settings.update('meter', (meter) => ({
          ...meter,
          password: 'third secret',
          path: '/m?key=4th',
        }));
      },
    });
    await gateway.clock.advanceAsync(6_000);
    const { status, text } = await send(gateway.port, '/api/heliograph/support-bundle', { headers: login() });
    expect(status).toBe(200);
    for (const secret of ['a secret word', 'another secret', 'third secret', '4th', 'scrypt']) {
      expect(text).not.toContain(secret);
    }
    const bundle: SupportBundle = JSON.parse(text);
    expect(bundle.settings).toMatchObject({
      mqtt: { mqtt_hostname: 'broker.test', mqtt_password: SECRET_PLACEHOLDER, mqtt_client_key: '' },
      security: { allow_readonly: true },
      inverters: { inverter: [{ name: 'Roof', channel: [{ name: 'East', max_power: 400 }] }] },
    });
    expect(bundle.facts).toMatchObject({
      getSystemStatus: { uptime: expect.any(Number) },
      getMqttStatus: { mqtt_hostname: SECRET_PLACEHOLDER },
      getLimitState: { armed: false },
      getPlantDay: expect.anything(),
    });
    expect(bundle.log.join('\n')).toContain('info');
  });
});
