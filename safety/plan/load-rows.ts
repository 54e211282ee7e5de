import type { RowPlan } from './row-plan.ts';

export const LOAD_ROWS = {
  L1: {
    title:
      'Mixed load for 10 minutes: 32 live sockets, 4 consoles, 200 requests a second over all GET routes, ten inverters',
    goal: '99 of 100 answers come within 100 ms (p99), without errors; polls start within 250 ms of their time; at most 128 MB of memory and less than 40 % of a core',
    leftOut:
      'The gateway is a copy whose log tells of each poll, since that is how polls are timed. The backup of everything is asked for every 10 s, and not as often as the others, which would be more than twice a second.',
    noCounterProof:
      'This is what a large household does, within every limit, so there is no guard to take out.',
  },
  L2: {
    title: 'Soak of 24 simulated hours: 20 sockets, reconnects, saves, MQTT',
    goal: 'over the last half the heap grows by less than 0.2 MB an hour and the memory (RSS) by less than 5 MB; the number of handles stays the same; every save counts',
    leftOut:
      'The plan asks for 72 hours before a release. These are the 24 of a night, whose last half shows a growth by the hour as well.',
  },
  L3: {
    title: 'Ceiling of sockets: 1,000 are opened',
    goal: '56 visitors are let in, 8 from each address, and the rest are answered 503; the admin gets 16, where need be in place of visitors, of consoles as well; the 64 get a push each second, give or take 200 ms',
    leftOut:
      'There is no push in a second in which nothing has changed. So the longest time without one is held to 2.2 s, and what comes is held to its second.',
    found: [
      'The oldest socket had to leave for a newcomer, so one client could put out all the others; now each address has places of its own, and a client that finds none is answered 503.',
      'Two strangers could take all 16 consoles, and the admin was answered 503; now some are kept for the admin, who gets more of them at the cost of visitors.',
    ],
  },
  L4: {
    title: 'HTTP flood: 200 connections for 60 s on live data, login and pages',
    goal: 'no crash; polls start within 500 ms of their time; at most 200 MB of memory, and below 128 MB again within 60 s; more than 60 requests a second of an address are answered 429',
    leftOut: 'The gateway is a copy whose log tells of each poll, since that is how polls are timed.',
    found: ['An address could send as many requests as it wanted; now it has a budget of 60 a second.'],
  },
  L5: {
    title: 'Save storm: 500 saves as fast as possible',
    goal: 'all are answered, one file is written at a time, at most one announcement goes out in 5 s, and the last value is on the disk',
    leftOut:
      'The saves come in ten waves of fifty at once, and a second of the simulated clock passes after each wave.',
  },
  L6: {
    title: 'Browser soak: live view and console open, 100 times the data, 20 minutes',
    goal: 'the JS heap stays below 60 MB, the number of DOM nodes stays the same, no task takes more than 200 ms, and the console has at most 2,000 lines',
  },
  L7: {
    title: 'Scale: 1, 4, 10, 20 and 50 inverters',
    goal: 'live data is at most 110 kB, and 150 kB on the socket, which has the words of both generations, a push to 32 sockets takes less than 15 ms, the page is there in less than 1.5 s; the watch over 200 strings holds nothing up for more than 50 ms; ten inverters can be set up, as the contract says, and the next one is refused with result 4003',
    leftOut:
      'Only ten inverters can be set up, so plants of each size are given straight to the part of the gateway that speaks HTTP, and to the page as answers. Of the pushes the median counts, since a single one also measures what else the machine is doing.',
  },
  L8: {
    title: 'Cold start: 50 starts with the largest settings',
    goal: 'the gateway listens in less than 1.5 s, and the first live data is there in less than 2 s',
    noCounterProof: 'Only the time that a start takes is measured, and no guard makes it short.',
  },
  L9: {
    title: 'Strangers fill the log: refused sockets and logins, orders over MQTT',
    goal: 'of each message the first 20 lines are written, then one a minute and how many were left out',
    leftOut:
      'At the log level debug everything is written, since whoever chooses that level wants to see everything.',
    found: [
      'One address could fill 455 MB a day by sockets that were refused, and whoever publishes at the broker 53 MB in 12 s by orders; now these lines are counted.',
    ],
  },
  L10: {
    title:
      'Sockets that send without end: 16 at once, empty frames, long texts or, as pages do, one inverter to show after the other, from one address and from 16',
    goal: '99 of 100 answers to a neighbour come within 200 ms, polls start at most 250 ms late, and who goes on is closed with 1008',
    leftOut: 'The gateway is a copy whose log tells of each poll, since that is how polls are timed.',
    found: [
      'Sixteen sockets that sent empty frames made neighbours wait for 5 s and inverters for 4 to 6 s; now what a socket brings is counted before it is read, and waits in the network beyond that.',
    ],
  },
  L11: {
    title: 'All connections are taken, by one machine with two addresses and by 256 addresses',
    goal: 'newcomers are served and the health check passes; of 256 addresses with one connection each, only an idle one gives way, so one newcomer in ten may be told to wait',
    found: [
      'One machine with two addresses held all 256 connections for ever by asking for health every five seconds, and others were refused 60 times of 60; now who has most gives way, and health closes its connection.',
    ],
  },
  L12: {
    title: 'Requests that are sent ahead over 100 connections, and for a path that nobody can read',
    goal: '99 of 100 answers to a neighbour come within 200 ms; they count like all others',
    leftOut: 'The gateway is a copy whose log tells of each poll, since that is how polls are timed.',
    found: [
      'With 100 connections that sent requests ahead a neighbour waited for 495 ms; now a connection has one request under way, and the others take their turn.',
      'A path that nobody can read was answered without a budget and without a look at the name; now it is like every other.',
    ],
  },
  L13: {
    title:
      'Twenty original devices with ten inverters each as the only sources of a gateway, and a browser on its home page',
    goal: 'all are live within 3 s of a start; one socket for each device and one message a second on it; at most 30 % of a core and 160 MB of memory; the browser gets at most 8 kB a second',
    leftOut:
      'The devices are simulated, all of them in one other process. They read one inverter each second and say so at once, as real ones do, and an inverter that they have no news of they repeat every 10 s: so messages are held to 1.2 a second.',
  },
  L14: {
    title: 'A backup is made of a history of 1.3 GB while its pages are open',
    goal: 'the pages are answered meanwhile, each within 500 ms',
    noCounterProof:
      'The copy is made in a thread of its own: nothing can be switched off that would bring it back into that of the history.',
    found: [
      'Ten years of history were copied in the thread that answers the pages of the history, which waited for a minute; and what is set was checked in the one that saves.',
    ],
  },
} as const satisfies Readonly<Record<string, RowPlan>>;
