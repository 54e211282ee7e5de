import { createServer } from 'node:http';
import { startDeviceNetwork, startNamedDevice } from '@heliograph/testbed/gateway/device-network.ts';
import { DEVICE_PASSWORD } from '@heliograph/testbed/gateway/served-device.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

describe('a device that is known by its name', () => {
  it.each(['2023-02', 'v23.4.4', 'v26.3.30'] as const)(
    'is followed to another address within 16 s: %s',
    async (firmware) => {
      const network = await startDeviceNetwork();
      const { device, first, source } = await startNamedDevice(network, { firmware });
      await first.leave();
      network.announced.splice(0);
      await network.pass(20);
      expect(source.status()).toMatchObject({ state: 'problem' });
      const second = await network.place(device, '127.0.0.3');
      network.announced.push('127.0.0.3');
      await network.pass(16);
      expect(source.status().state).toBe('live');
      // Before it heard the password it has told who it is.
      expect(second.heard[0]).toBeUndefined();
      expect(second.heard).toContain(`Basic ${btoa(`admin:${DEVICE_PASSWORD}`)}`);
    },
  );

  it('that tells nothing without a login is followed too', async () => {
    const network = await startDeviceNetwork();
    const { device, first, source } = await startNamedDevice(network, { allowReadonly: false });
    await first.leave();
    await network.place(device, '127.0.0.3');
    network.announced.splice(0, 1, '127.0.0.3');
    await network.pass(30);
    expect(source.status().state).toBe('live');
  });
});

describe('whoever takes the name of a device', () => {
  it('hears no password where it is another device, until its owner says so', async () => {
    const network = await startDeviceNetwork();
    const { first, source } = await startNamedDevice(network);
    await first.leave();
    const other = network.createDevice({ chipId: 'ABCDEF' });
    const second = await network.place(other, '127.0.0.3');
    network.announced.splice(0, 1, '127.0.0.3');
    await network.pass(30);
    expect(source.status()).toMatchObject({ state: 'problem', problem: 'other-device' });
    expect(second.heard.length).toBeGreaterThan(0);
    expect(second.heard.filter((login) => login !== undefined)).toEqual([]);
    source.retry();
    await network.pass(16);
    expect(source.status().state).toBe('live');
  });

  it('hears none where it is no device at all, and the device is found beside it', async () => {
    const network = await startDeviceNetwork();
    const { device, first, source } = await startNamedDevice(network);
    await first.leave();
    const logins: unknown[] = [];
    const stranger = createServer((request, response) => {
      logins.push(request.headers.authorization);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>');
    });
    await new Promise<void>((resolve) => stranger.listen(network.port, '127.0.0.3', resolve));
    onTestFinished(() => void stranger.close());
    network.announced.splice(0, 1, '127.0.0.3');
    await network.pass(30);
    expect(source.status()).toMatchObject({ state: 'problem', problem: 'other-device' });
    await network.place(device, '127.0.0.4');
    network.announced.push('127.0.0.4');
    await network.pass(16);
    expect(source.status().state).toBe('live');
    expect(logins.filter((login) => login !== undefined)).toEqual([]);
  });

  it('shows as another one when it is in, where nothing is told before', async () => {
    const network = await startDeviceNetwork();
    const { first, source } = await startNamedDevice(network, { allowReadonly: false });
    await first.leave();
    const other = network.createDevice({ allowReadonly: false, chipId: 'ABCDEF' });
    await network.place(other, '127.0.0.3');
    network.announced.splice(0, 1, '127.0.0.3');
    await network.pass(30);
    expect(source.status()).toMatchObject({ state: 'problem', problem: 'other-device' });
  });
});
