import { once } from 'node:events';
import { connect } from 'node:net';
import { startPlantGateway } from '@heliograph/testbed/gateway/plant-gateway.ts';
import { eventually } from '@heliograph/testbed/outside/eventually.ts';
import { freePort } from '@heliograph/testbed/outside/free-port.ts';
import { client as modbusClients } from 'jsmodbus';
import { describe, expect, it, onTestFinished } from 'vitest';

/** A whole gateway and a Modbus client of another make. Source: docs/reference/sunspec.md. */

const SETTINGS = '/api/heliograph/modbus-settings';

interface Status {
  readonly state: string;
  readonly units: readonly { readonly unit: number; readonly target: string }[];
}

async function startWithModbus(writers: readonly string[]) {
  const gateway = await startPlantGateway();
  await gateway.advance(10_000);
  const port = await freePort();
  expect(await gateway.result(SETTINGS, { enabled: true, port, writers, heartbeat: 60 })).toBe(1001);
  const status = async () => (await gateway.json('/api/heliograph/modbus')) as Status;
  await eventually(async () => expect((await status()).state).toBe('listening'));
  return { ...gateway, modbusPort: port, status, limits: () => gateway.json('/api/heliograph/limits') };
}

async function connectTo(port: number, unit: number) {
  const socket = connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  const client = new modbusClients.TCP(socket, unit);
  await once(socket, 'connect');
  const read = async (first: number, count: number) => [
    ...(await client.readHoldingRegisters(first, count)).response.body.valuesAsArray,
  ];
  return { client, read };
}

describe('a Modbus client', () => {
  it('walks the models of the plant and of each inverter', async () => {
    const { modbusPort, status } = await startWithModbus([]);
    for (const { unit, target } of (await status()).units) {
      const { read } = await connectTo(modbusPort, unit);
      expect(await read(40_000, 2)).toEqual([0x5375, 0x6e53]);
      const models: number[] = [];
      for (let head = 40_002, model = 0; model !== 0xffff; ) {
        const [id = 0xffff, length = 0] = await read(head, 2);
        model = id;
        models.push(id);
        head += length + 2;
      }
      expect(models).toEqual([1, 101, 120, 123, 0xffff]);
      const serial = Buffer.from((await read(40_052, 16)).flatMap((word) => [word >> 8, word & 0xff]));
      if (target !== 'plant') expect(serial.toString('latin1').replace(/\0+$/, '')).toBe(target);
    }
  });

  it('limits the plant where it is listed, and the inverters follow', async () => {
    const gateway = await startWithModbus(['127.0.0.1']);
    const { client, read } = await connectTo(gateway.modbusPort, 1);
    const [rated = 0] = await read(40_125, 1);
    await client.writeMultipleRegisters(40_155, [2000, 0, 0, 0, 1]);
    expect(await gateway.limits()).toMatchObject({
      held: [{ owner: 'modbus', target: 'plant', watts: rated / 5 }],
    });
    await gateway.advance(40_000);
    const those = (await gateway.status()).units.filter(({ target }) => target !== 'plant');
    let allowedW = 0;
    for (const { unit, target } of those) {
      const inverter = await connectTo(gateway.modbusPort, unit);
      expect(await inverter.read(40_108, 1)).toEqual([5]);
      const [most = 0] = await inverter.read(40_125, 1);
      allowedW += (most * gateway.truthOf(target).limitPercent) / 100;
    }
    expect(allowedW).toBeGreaterThan(rated / 10);
    expect(allowedW).toBeLessThanOrEqual(rated / 5 + those.length);
    const [watts = 0, scale = 0] = await read(40_084, 2);
    expect(watts * 10 ** ((scale ^ 0x8000) - 0x8000)).toBeLessThanOrEqual(rated / 5 + 5);
    expect(await read(40_159, 1)).toEqual([1]);
    await client.writeSingleRegister(40_159, 0);
    expect(await gateway.limits()).toMatchObject({ held: [] });
  });

  it('reads and does not limit where nobody is listed', async () => {
    const gateway = await startWithModbus([]);
    const { client, read } = await connectTo(gateway.modbusPort, 1);
    await expect(client.writeMultipleRegisters(40_155, [2000, 0, 0, 0, 1])).rejects.toBeDefined();
    expect(await read(40_155, 5)).toEqual([10_000, 0xffff, 0, 0xffff, 0]);
  });
});

describe('a port that another program has', () => {
  it('is told, and the gateway goes on', async () => {
    const gateway = await startPlantGateway();
    const settings = { enabled: true, port: gateway.port(), writers: [], heartbeat: 60 };
    expect(await gateway.result(SETTINGS, settings)).toBe(1001);
    await eventually(async () =>
      expect(await gateway.json('/api/heliograph/modbus')).toMatchObject({ state: 'port-in-use' }),
    );
  });
});
