/**
 * A program that serves the simulated devices of a scenario, each at a port of its own, and nothing else: so what a gateway
 * costs that is set up with them is what it costs on real roofs. `devices-process.ts` starts it; its arguments are the
 * scenario and the seed. It tells where they listen and, each time it is asked, how they were used.
 */
import {
  createSimulatedDevice,
  ownScenario,
  SCENARIOS,
  type ScenarioName,
  type SimulatedDevice,
} from '@heliograph/simulator';
import { systemClock } from '../../../apps/gateway/src/platform/clock.ts';
import { serveDevice } from '../../../apps/gateway/src/simulated-devices/serve-device.ts';

/** One inverter a second: as often as the devices of a scenario ask that run in the process of their gateway. */
const POLL_INTERVAL_S = 1;

/** Counts what it says, on sockets and as answers. */
function counting(device: SimulatedDevice) {
  const said = { messages: 0, answers: 0 };
  const carried: Parameters<typeof serveDevice>[0]['device'] = {
    faults: () => device.faults(),
    answer(request) {
      said.answers += 1;
      return device.answer(request);
    },
    openSocket(opening) {
      const { client } = opening;
      return device.openSocket({
        ...opening,
        client: {
          onClose: (isCut) => client.onClose(isCut),
          onMessage(text) {
            said.messages += 1;
            client.onMessage(text);
          },
        },
      });
    },
  };
  return { carried, told: () => ({ ...said, sockets: device.socketCount() }) };
}

const [name = '', seed = '1'] = process.argv.slice(2);
const scenario = SCENARIOS[name as ScenarioName];
const served = await Promise.all(
  scenario.devices.map(async (own) => {
    const device = createSimulatedDevice({
      ...{ clock: systemClock, seed: Number(seed), firmware: own.firmware, hostName: own.hostName },
      scenario: ownScenario(scenario, own),
      wasOn: true,
      settings: { dtu: { dtu_pollinterval: POLL_INTERVAL_S } },
    });
    const { told, carried } = counting(device);
    const { port } = await serveDevice({ device: carried, clock: systemClock });
    return { told, port };
  }),
);
process.on('message', () => process.send?.({ uses: served.map(({ told }) => told()) }));
process.on('disconnect', () => process.exit());
process.send?.({
  ports: served.map(({ port }) => port),
  serials: scenario.devices.flatMap(({ inverters }) => inverters.map(({ serial }) => serial)),
});
