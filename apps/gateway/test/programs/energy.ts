import { getJson, Lack, listAt, numberAt, type Program } from './program.ts';

/** The template of evcc: two expressions of jq, which `evcc-jq.test.ts` runs with the real one. */
export const EVCC_EXPRESSIONS = {
  power: '.total.Power.v',
  energy: 'if all(.inverters[]; .radio_stats.rssi > -127) then .total.YieldTotal.v else empty end',
} as const;

export const evcc = {
  title: 'evcc',
  does: {
    async 'show power'(gateway) {
      numberAt(await getJson(gateway, '/api/livedata/status'), 'total', 'Power', 'v');
    },
    async 'show energy'(gateway) {
      const live = await getJson(gateway, '/api/livedata/status');
      for (const inverter of listAt(live, 'inverters')) {
        // For jq null is less than any number.
        if (numberAt(inverter, 'radio_stats', 'rssi') <= -127) throw new Lack('inverter that was heard');
      }
      numberAt(live, 'total', 'YieldTotal', 'v');
    },
  },
} satisfies Program;

/** The bridge of OpenEMS asks for one inverter in each of its cycles. */
export const openEms = {
  title: 'OpenEMS',
  does: {
    async 'show an inverter'(gateway) {
      for (let cycle = 0; cycle < 3; cycle += 1) {
        const live = await getJson(gateway, `/api/livedata/status?inv=${gateway.serial}`);
        for (const name of ['Power', 'Voltage', 'Current', 'ReactivePower', 'Frequency']) {
          numberAt(live, 'inverters', 0, 'AC', '0', name, 'v');
        }
        numberAt(live, 'inverters', 0, 'limit_absolute');
        await gateway.wait(1);
      }
    },
  },
} satisfies Program;

/** The widget of the dashboard gethomepage adds the limits of all inverters. */
export const gethomepage = {
  title: 'gethomepage, a dashboard',
  does: {
    async 'show power, yield and limit'(gateway) {
      const live = await getJson(gateway, '/api/livedata/status');
      numberAt(live, 'total', 'Power', 'v');
      numberAt(live, 'total', 'YieldDay', 'v');
      for (const inverter of listAt(live, 'inverters')) numberAt(inverter, 'limit_absolute');
    },
  },
} satisfies Program;
