import type { DryRunProblem, RuleObstacle, RuleReason } from '@heliograph/contract';
import type { HouseCode } from '../own-codes.ts';

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
    capped: 'The house takes more than wanted, but the cap of a group allows no more.',
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
    `For this, ${watts} becomes their permanent limit: once, and again only when you change the safe power, or when the rule is for more inverters than before. Each time wears their memory a little. Until all have taken it and were read, mostly for half a minute, ${watts} holds. Disarming gives back the permanent limit from before.`,
  ],
  silent: (names: string) =>
    `These do not answer now: ${names}. They get their permanent limit as soon as they do; until then they may wake up with the one of before.`,
  owed: (names: string) =>
    `Still to get the safe power as permanent limit, as soon as they answer: ${names}. Until then they may wake up with the one of before.`,
  owedBack: (names: string) =>
    `Still to get back the permanent limit from before, as soon as they answer: ${names}.`,
  overruled: (names: string) =>
    `Somebody has ordered a permanent limit since: ${names} will wake up with that, not with the safe power. Disarm the rule and arm it again to change that.`,
  rewritten: (watts: string) =>
    `Saving this makes ${watts} the permanent limit, which wears the memory of each inverter once more.`,
  addedLater:
    'Inverters for which the rule was not yet get a permanent limit, too. Where nothing is left for them, the memory of the others wears once more.',
  safePowerIsAll: (most: string) =>
    `The safe power is as much as these inverters can at all (${most}): the fail-safe would lower nothing. Set a smaller one first.`,
  noSafePower:
    'With a safe power of 0 W nothing is fed in or used while the meter is dead. As a permanent limit inverters take no less than a thousandth of what they can.',
  test: 'Test the fail-safe',
  testCancel: 'Cancel the test',
  testing: 'The rule acts as if the meter were dead …',
  tested: (seconds: string) => `Tested: at the safe power after ${seconds} s.`,
  testFailed: 'Tested: the inverters did not come down to the safe power in time.',
  failed: 'The rule cannot be read.',
  /** What the gateway answers about the rule, the meter and Modbus. */
  results: {
    19101: 'The wanted power at the meter must be between {min} and {max} watts!',
    19102: 'The hysteresis must be between {min} and {max} watts!',
    19103: 'The margin must be between {min} and {max} percent!',
    19104: 'The rule is armed!',
    19105: 'The rule is no longer armed!',
    19106: 'The meter tells nothing, so the rule cannot be armed!',
    19107: 'No inverter of the group answers, so the rule cannot be armed!',
    19108: 'The rule is not armed!',
    19109: 'The fail-safe is being tested!',
    19110: 'The safe power must be between {min} and {max} watts!',
    19111: 'There is no power meter, so the rule cannot be armed!',
    19112: 'There is no inverter that the rule is for!',
    19113: 'The test of the fail-safe was cancelled!',
    19114: 'The fail-safe is not being tested!',
    19115: 'The armed rule follows the meter: disarm it first!',
    19201: 'The meter can be read every {min} to {max} seconds!',
    19202: 'The unit number of the meter must be between {min} and {max}!',
    19203: 'The meter can be multiplied with {min} to {max}!',
    19204: 'The topic must be between 1 and {max} bytes long, without + and #!',
    19301: 'The silence after which a limit over Modbus ends must be between {min} and {max} seconds!',
  } satisfies Record<HouseCode, string>,
  /** In the list of changes. */
  names: { armed: 'Armed', schedule: 'Row of the schedule', cap: 'Cap for all together' },
};
