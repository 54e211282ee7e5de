import type { DryRunProblem, RuleObstacle, RuleReason } from '@heliograph/contract';

/** English: the rule by the meter, and what is safe. */
export const rule = {
  title: 'Rule by the meter',
  intro:
    'The inverters give what your house takes, so that the meter shows what you want. Without a meter there is no rule.',
  meterPower: 'Wanted at the meter',
  meterPowerHint: '0: nothing is fed in. 20 keeps a little distance. -800 lets 800 W be fed in.',
  hysteresis: 'Smallest change worth a command',
  margin: 'Room when the sun holds an inverter back',
  target: 'For',
  safePower: 'Safe power of all together',
  safePowerHint: 'So much at most when the meter or the gateway is dead.',
  off: 'The rule is not armed: it changes nothing.',
  armed: 'The rule is armed.',
  failSafe: 'The safe power holds, because the meter tells nothing.',
  failSafeStays:
    'The safe power still holds. The rule takes over as soon as every inverter was read and the meter has told a value after that, mostly within half a minute.',
  failSafeAlone: 'The safe power holds until the rule has an inverter again.',
  reasons: {
    'fed-in-too-much': 'More is fed in than wanted: the inverters are lowered.',
    'taken-too-much': 'The house takes more than wanted: the inverters are raised.',
    'limit-unknown': 'What an inverter may give is not known: it is told.',
    'meter-stale': 'The meter tells nothing.',
    'no-inverter': 'No inverter of these answers.',
    'held-by-others': 'Somebody with a higher rank holds all inverters that answer.',
    'order-pending': 'It waits until an inverter has confirmed its command.',
    'reading-older': 'It waits for the next reading of an inverter.',
    'meter-older': 'It waits for the next value of the meter.',
    'within-hysteresis': 'The meter shows what is wanted.',
    'all-given': 'The inverters give all that they can.',
  } satisfies Record<RuleReason, string>,
  wouldBe: 'What it would do now:',
  dry: {
    title: 'What it would have done',
    run: 'Try it with what was recorded',
    running: 'The recorded days are gone through …',
    recorded: (days: number, length: string) =>
      `${days === 1 ? 'One recorded day' : `${days} recorded days`}, ${length} of which plant and meter are known`,
    live: (since: string, length: string) => `Live since ${since}, ${length}`,
    was: 'As it was',
    withRule: 'With the rule',
    exported: 'Fed in',
    thrownAway: 'Lost to the house',
    ordersADay: 'Commands a day',
    orders: 'Commands',
    problems: {
      'nothing-recorded':
        'Nothing is recorded yet of which plant and meter are both known. An hour of daylight with the meter is enough for a first look.',
      busy: 'Another dry run is under way. Try again in a minute.',
    } satisfies Record<DryRunProblem, string>,
    note: 'Nothing is commanded for this. The inverters are taken for one, and while they were limited already, they could have given more than anybody knows.',
  },
  arm: 'Arm the rule',
  obstacles: {
    'no-meter': 'It cannot be armed: there is no power meter. Set one up first.',
    'meter-silent': 'It cannot be armed now: the meter tells nothing.',
    'no-inverter': 'It cannot be armed: there is no inverter that it is for.',
    'no-answer': 'It cannot be armed now: no inverter answers. At night none does.',
  } satisfies Record<RuleObstacle, string>,
  armIt: 'Arm',
  arming: 'Arming …',
  armTitle: 'Arm the rule?',
  disarm: 'Disarm the rule',
  disarmAsk:
    'The inverters get back the limits of before, the permanent ones too. That wears their memory a little.',
  disarming: 'Disarming …',
  before: (watts: string, seconds: string) => [
    `If the meter, its broker or its network dies, the inverters are at ${watts} together within ${seconds} s.`,
    `If the gateway’s program dies, it is started again, and ${watts} is the first thing it commands: within ${seconds} s, too.`,
    `If the network between gateway and inverters dies, nobody can command anything. The inverters keep their last limit until it is back; from then on it takes ${seconds} s at most.`,
    `If the machine of the gateway dies, the inverters keep their last limit until they restart, at the latest the next morning, and then wake up with ${watts}.`,
    `For this, ${watts} becomes their permanent limit, once. It wears their memory a little. Disarming gives back the one from before.`,
  ],
  noSafePower:
    'With a safe power of 0 W nothing is fed in or used while the meter is dead. As a permanent limit inverters take no less than 1 W each.',
  test: 'Test the fail-safe',
  testing: 'The rule acts as if the meter were dead …',
  tested: (seconds: string) => `Tested: at the safe power after ${seconds} s.`,
  testFailed: 'Tested: the inverters did not come down to the safe power in time.',
  failed: 'The rule cannot be read.',
  /** In the list of changes. */
  names: { armed: 'Armed', schedule: 'Row of the schedule', cap: 'Cap for all together' },
};
