import { send } from '@heliograph/testbed/outside/http-client.ts';
import { Lack, type Program } from './program.ts';

/** Prometheus, and boards that were drawn for the labels of today. */
export const prometheus = {
  title: 'Prometheus, with boards of today',
  does: {
    async 'show an inverter'(gateway) {
      const { status, headers, text } = await send(gateway.port, '/api/prometheus/metrics', {
        headers: { accept: 'text/plain;version=0.0.4;q=1,*/*;q=0.1' },
      });
      if (status !== 200) throw new Lack(`metrics (${status})`);
      if (!/^text\/plain; version=0\.0\.4/.test(headers['content-type'] ?? '')) throw new Lack('version');
      for (const [metric, labels] of SAMPLES) {
        const line = text.split('\n').find((each) => {
          return (
            each.startsWith(`${metric}{`) &&
            each.includes(`serial="${gateway.serial}"`) &&
            labels.every((label) => each.includes(label))
          );
        });
        if (line === undefined) throw new Lack(`${metric}{${labels.join()}}`);
      }
    },
  },
} satisfies Program;

/** `unit` is the place of the inverter. */
const SAMPLES: readonly (readonly [metric: string, labels: readonly string[]])[] = [
  ['opendtu_Power', ['unit="', 'name=', 'type="AC"', 'channel="0"']],
  ['opendtu_Power', ['unit="', 'name=', 'type="DC"', 'channel="0"']],
  ['opendtu_YieldDay', ['unit="', 'name=', 'type="INV"', 'channel="0"']],
];
