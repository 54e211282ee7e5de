import { LIGHT_MIN, NOTHING } from './judge-siblings.ts';
import { canJudgeItself, isItselfAgain, ownLoss } from './own-history.ts';
import { medianOf } from './statistics.ts';
import { DAY_S, DAYS, valueAt } from './string-memory.ts';
import { indexOf, type Moment, STEP_S, shareOf, slotOf, type Watch } from './watch.ts';

/** Strings that look another way have little light of their own, so more is asked of the others. */
const OTHERS_LIGHT_MIN = 0.25;
const DEAD_STEPS = 12;
const SHARE_MIN = 0.03;
const PRECEDENTS_MIN = 3;

/** Of a string with too few siblings: whether it gives nothing while others, wherever they look, give much; `light` is their median. */
export function judgeAlone(watch: Watch, light: number, moment: Moment): void {
  const { serial, string, peakW } = watch.memory;
  const { atS, today, list } = moment;
  const usual = usualShare(watch, moment);
  if (usual !== undefined) watch.expectedW[indexOf(moment)] = usual * peakW;
  const isNothing = light >= OTHERS_LIGHT_MIN && shareOf(watch) < NOTHING * light;
  const isUsual = usual !== undefined && usual < SHARE_MIN;
  watch.nothingFor = isNothing && !isUsual ? watch.nothingFor + 1 : 0;
  const active = list.activeOf(serial, string);
  if (active !== undefined) goOn(watch, moment, usual ?? light);
  else if (watch.nothingFor >= DEAD_STEPS) {
    const sinceS = atS - (watch.nothingFor - 1) * STEP_S;
    list.open({
      ...{ serial, string, kind: 'dead', sinceS, atS, day: today, basis: 'itself' },
      ...{ measured: 0, expected: watch.nothingFor * (usual ?? light) * peakW, slots: [] },
    });
  }
  watch.verdict = verdictOf(watch, moment);
}

function goOn(watch: Watch, { list, atS }: Moment, shouldBe: number): void {
  const { serial, string, peakW } = watch.memory;
  const active = list.activeOf(serial, string);
  if (active === undefined) return;
  if (active.kind === 'dead' && shareOf(watch) >= LIGHT_MIN / 2) list.end(serial, string, atS);
  else list.addLoss(active.id, Math.max(0, shouldBe - shareOf(watch)) * peakW);
}

function verdictOf(watch: Watch, { list }: Moment): Watch['verdict'] {
  const kind = list.activeOf(watch.memory.serial, watch.memory.string)?.kind;
  if (kind === 'dead' || kind === 'weak') return kind;
  if (canJudgeItself(watch.own)) return 'good';
  return watch.group === undefined ? 'learning' : 'few';
}

/** What a string gives at this time of the day, whatever the light. */
function usualShare({ memory }: Watch, { today, atS }: Moment): number | undefined {
  const shares: number[] = [];
  for (let day = today - DAYS + 1; day < today; day += 1) {
    const share = valueAt(memory, day, slotOf(atS));
    if (share !== undefined) shares.push(share);
  }
  return shares.length < PRECEDENTS_MIN ? undefined : medianOf(shares);
}

/** At the end of a day: whether a string gives less under a clear sky than it did before. */
export function judgeDay(watch: Watch, all: readonly Watch[], moment: Moment): void {
  const { serial, string } = watch.memory;
  const { list, atS, today, dayStartS } = moment;
  const active = list.activeOf(serial, string);
  if (active?.basis === 'itself' && active.kind === 'weak') {
    if (!isItselfAgain(watch.own, today)) return;
    list.end(serial, string, atS);
    watch.own = { ...watch.own, before: undefined };
    return;
  }
  const loss = ownLoss(
    watch.own,
    all.filter((one) => one !== watch).map(({ own }) => own),
  );
  const firstDay = watch.own.days.at(-2)?.day;
  if (active !== undefined || loss === undefined || firstDay === undefined) return;
  watch.own = { ...watch.own, before: loss.before };
  list.open({
    ...{ serial, string, kind: 'weak', sinceS: dayStartS - (today - firstDay) * DAY_S, atS, day: today },
    ...{ basis: 'itself', measured: loss.now, expected: loss.before, slots: [] },
  });
}
