import { describe, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import type { BadAir } from '../tools/radio/far-end.ts';
import { pollSuccess, unreachableShare } from '../tools/radio/poll-model.ts';
import { hearBadPackets, type PollOutcome, pollOften } from '../tools/radio/radio-testbed.ts';

const TIMEOUT_MS = 600_000;
const LOSSES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
/** Everything but loss at its worst. */
const BAD_AIR: BadAir = { loss: 0.1, twice: 0.2, late: 0.2, damaged: 0.1, foreign: 0.2, leftOver: 0.1 };
/** Nearly nothing arrives, so that a turn takes longer than the time from one to the next. */
const DEAF_AIR: BadAir = { loss: 0.9 };

const points = (share: number, model: number) => Math.round(Math.abs(share - model) * 10_000) / 100;
const percent = ({ answered, polls }: PollOutcome) => Math.round((answered / polls) * 1000) / 10;
const row = openRow('F25');
const POLLS = row.scale(1000, 10_000);
/** Of these only a handful are believed without a guard, by chance. */
const PROOF_PACKETS = row.scale(20_000, 1_000_000);

describe('the radio', { timeout: TIMEOUT_MS }, () => {
  it.each(LOSSES)('answers as often as the reference model when a share of %d is lost', (loss) => {
    const at = `at ${loss * 100} % loss`;
    const outcome = pollOften({ polls: POLLS, air: { loss }, seed: row.seed });
    const { polls, answered, unreachable } = outcome;
    const distance = { unit: 'points', goal: { atMost: row.scale(8, 3) } }; // few polls are far off by chance
    row.figure({
      what: `${at}, success off the model`,
      value: points(answered / polls, pollSuccess(loss)),
      ...distance,
    });
    row.figure({
      what: `${at}, polls shown unreachable off the model`,
      value: points(unreachable / polls, unreachableShare(loss)),
      ...distance,
    });
    if (loss <= 0.2)
      row.figure({
        what: `${at}, polls answered`,
        value: percent(outcome),
        unit: '%',
        goal: { atLeast: 95 },
      });
    row.figure({ what: `${at}, wrong measurements shown`, value: outcome.wrong, goal: { exactly: 0 } });
    row.figure({
      what: `${at}, polls judged otherwise than by three misses`,
      value: outcome.misjudged,
      goal: { exactly: 0 },
    });
    row.figure({
      what: `${at}, age shown too young or old`,
      value: outcome.ageErrorMs,
      unit: 'ms',
      goal: { below: 3000 },
    });
  });

  it('needs its resends and its count of misses for that', async () => {
    const [loss, polls] = [0.3, 500];
    const noResends = await without(['resends'], () => pollOften({ polls, air: { loss }, seed: row.seed }));
    row.counterProof({
      what: 'at 30 % loss, success off the model',
      without: SEAMS.resends,
      value: points(noResends.answered / noResends.polls, pollSuccess(loss)),
      unit: 'points',
      goal: { atMost: 3 },
    });
    const noMisses = await without(['missedPollCount'], () =>
      pollOften({ polls, air: { loss: 0.6 }, seed: row.seed }),
    );
    row.counterProof({
      what: 'at 60 % loss, polls judged otherwise than by three misses',
      without: SEAMS.missedPollCount,
      value: noMisses.misjudged,
      goal: { exactly: 0 },
    });
  });

  it('shows nothing wrong when packets come twice, late, damaged, from others and from the poll before', async () => {
    const options = { polls: POLLS, air: BAD_AIR, seed: row.seed };
    const outcome = pollOften(options);
    const wrong = { what: 'in bad air, wrong measurements and event logs shown', goal: { exactly: 0 } };
    const answered = { what: 'in bad air, polls answered', unit: '%', goal: { atLeast: 90 } };
    row.figure({ ...wrong, value: outcome.wrong });
    row.figure({ ...answered, value: percent(outcome) });
    row.figure({
      what: 'in bad air, age shown too young or old',
      value: outcome.ageErrorMs,
      unit: 'ms',
      goal: { below: 15_000 },
    });
    const pollSome = () => pollOften({ ...options, polls: 500 });
    const noSum = await without(['answerChecksum'], pollSome);
    row.counterProof({ ...wrong, without: SEAMS.answerChecksum, value: noSum.wrong });
    const noAddress = await without(['packetAddress'], pollSome);
    row.counterProof({ ...wrong, without: SEAMS.packetAddress, value: noAddress.wrong });
    const noCheckByte = await without(['packetCheckByte'], pollSome);
    row.counterProof({ ...answered, without: SEAMS.packetCheckByte, value: percent(noCheckByte) });
  });

  it('takes no damaged, foreign, cut or far too long packet for an answer', async () => {
    const believed = {
      what: 'bad packets that made something believed which the inverter has not told',
      goal: { exactly: 0 },
    };
    const count = row.scale(20_000, 1_000_000);
    row.figure({
      ...believed,
      value: hearBadPackets({ count, seed: row.seed }).believed,
      unit: `of ${count}`,
    });
    for (const seam of ['answerChecksum', 'packetAddress'] as const) {
      const heard = await without([seam], () => hearBadPackets({ count: PROOF_PACKETS, seed: row.seed }));
      row.counterProof({
        ...believed,
        without: SEAMS[seam],
        value: heard.believed,
        unit: `of ${PROOF_PACKETS}`,
      });
    }
  });

  it('has no pile of requests when it hears again after it was deaf', async () => {
    const options = { polls: 100, air: DEAF_AIR, seed: row.seed, pollIntervalS: 1 };
    const pile = { what: 'requests in the first second of good air after deaf minutes', goal: { atMost: 5 } };
    row.figure({ ...pile, value: pollOften(options).requestsAfter });
    const { requestsAfter: value } = await without(['freeAir'], () => pollOften(options));
    row.counterProof({ ...pile, without: SEAMS.freeAir, value });
  });
});
