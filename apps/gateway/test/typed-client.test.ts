import { startTestGateway } from '@heliograph/testbed/gateway/start-gateway.ts';
import { expect, it } from 'vitest';
import { tellOfPlant } from './typed-client.ts';

/** The ten lines of the README. */
it('the contract is a client, with types', async () => {
  const { port, clock } = await startTestGateway({ scenario: 'one-inverter' });
  for (let second = 0; second < 10; second += 1) await clock.advanceAsync(1000);
  const gateway = `http://127.0.0.1:${port}`;
  const told = await tellOfPlant(gateway, 'openDTU42');
  expect(told).toEqual([expect.stringMatching(/^[1-9]\d*(\.\d+)? W$/), 'South roof: HM-600, HM-700, HM-800']);
  expect(await tellOfPlant(gateway, 'wrong')).toEqual(['This is no answer of a gateway to its admin.']);
});
