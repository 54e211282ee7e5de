import { describe, it } from 'vitest';
import { SEAMS } from '../../seams/seams.ts';
import { without } from '../../seams/without.ts';
import { openRow } from '../plan/row.ts';
import type { BadAir } from '../tools/radio/far-end.ts';
import { pollSuccess } from '../tools/radio/poll-model.ts';
import { pollOverChip } from '../tools/radio/radio-testbed.ts';

const row = openRow('F25');
const LOSSES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
const BAD_AIR: BadAir = { loss: 0.1, twice: 0.2, damaged: 0.1 };
/** A tenth of those without a chip, so chance takes them further off the model. */
const POLLS = 1000;
const OFF_MODEL_MAX = 5;
const PROOF_POLLS = 500;

/** Each poll walks through the registers and time slots of a chip, which takes too long for the gate. */
describe.runIf(row.isNightly)('the radio, with the model of a chip in between', { timeout: 600_000 }, () => {
  it.each(LOSSES)('answers as often as the reference model when a share of %d is lost', (loss) => {
    const at = `over a chip, at ${loss * 100} % loss`;
    const { polls, answered, wrong, misjudged, ageErrorMs } = pollOverChip({
      ...{ polls: POLLS, air: { loss }, seed: row.seed },
    });
    const offModel = Math.round(Math.abs(answered / polls - pollSuccess(loss)) * 10_000) / 100;
    row.figure({
      what: `${at}, success off the model`,
      ...{ value: offModel, unit: 'points', goal: { atMost: OFF_MODEL_MAX } },
    });
    row.figure({ what: `${at}, wrong measurements shown`, value: wrong, goal: { exactly: 0 } });
    row.figure({
      what: `${at}, polls judged otherwise than by three misses`,
      ...{ value: misjudged, goal: { exactly: 0 } },
    });
    row.figure({
      what: `${at}, age shown too young or old`,
      ...{ value: Math.round(ageErrorMs), unit: 'ms', goal: { below: 3000 } },
    });
  });

  it('shows nothing wrong when packets come twice or damaged, past the checksums of the chips', async () => {
    const options = { polls: POLLS, air: BAD_AIR, seed: row.seed };
    const { polls, answered, wrong } = pollOverChip(options);
    const shown = {
      what: 'over a chip, in bad air, wrong measurements and event logs shown',
      goal: { exactly: 0 },
    };
    row.figure({ ...shown, value: wrong });
    row.figure({
      what: 'over a chip, in bad air, polls answered',
      ...{ value: Math.round((answered / polls) * 1000) / 10, unit: '%', goal: { atLeast: 90 } },
    });
    // What one of them lets pass, the other mostly finds.
    const guards = ['answerChecksum', 'packetCheckByte'] as const;
    const unguarded = await without(guards, () => pollOverChip({ ...options, polls: PROOF_POLLS }));
    const names = guards.map((guard) => SEAMS[guard]).join(' and ');
    row.counterProof({ ...shown, without: names, value: unguarded.wrong });
  });
});
