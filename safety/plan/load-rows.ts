import type { RowPlan } from './row-plan.ts';

export const LOAD_ROWS = {
  L1: {
    title:
      'Mixed load for 10 minutes: 32 live sockets, 4 consoles, 200 requests a second over all GET routes, ten inverters',
    goal: 'p99 below 100 ms, no errors, polls start within 250 ms of their time, at most 128 MB, below 40 % of a core',
    noCounterProof: 'It is what a large household does, within every limit, so there is nothing to take out.',
  },
  L2: {
    title: 'Soak of 24 simulated hours: 20 sockets, reconnects, saves, MQTT',
    goal: 'heap grows less than 0.2 MB an hour over the last half, RSS less than 5 MB; handles constant; every save counted',
  },
  L3: {
    title: 'Ceiling of sockets: 1,000 are opened',
    goal: '64 are taken (8 of an anonymous address, 16 of the admin), the rest answered 503; the 64 get a push each second, give or take 200 ms',
    found: [
      'The oldest socket had to leave for a newcomer, so one client could put out all the others; now each address has places of its own, and who comes when there is none is answered 503.',
    ],
  },
  L4: {
    title: 'HTTP flood: 200 connections for 60 s on live data, login and pages',
    goal: 'no crash, polls within 500 ms, at most 200 MB and back below 128 MB in 60 s; 429 above 60 requests a second of an address',
    found: ['An address could send as many requests as it wanted; now it has a budget of 60 a second.'],
  },
  L5: {
    title: 'Save storm: 500 saves as fast as possible',
    goal: 'all answered, one write at a time, one announcement in 5 s at most, the last value on disk',
  },
  L6: {
    title: 'Browser soak: live view and console open, 100 times the data, 20 minutes',
    goal: 'JS heap below 60 MB, DOM nodes constant, no task above 200 ms, console at most 2,000 lines',
  },
  L7: {
    title: 'Scale: 1, 4, 10, 20 and 50 inverters',
    goal: 'live data at most 110 kB, a push to 32 sockets below 15 ms, the page in below 1.5 s; ten inverters can be set up, as the contract says, and the next one is answered 4003',
  },
  L8: {
    title: 'Cold start: 50 starts with the largest settings',
    goal: 'listening below 1.5 s, first live data below 2 s',
    noCounterProof: 'A start is measured, nothing guards it.',
  },
} as const satisfies Readonly<Record<string, RowPlan>>;
