/**
 * How well an inverter is heard over the gateway's own radio: how many transmissions its lately finished exchanges took, and how many of those
 * exchanges brought their answer. One that needs no repetition takes one transmission.
 */
export interface RadioQuality {
  readonly transmissions: number;
  readonly answers: number;
  /**
   * Transmissions to which nothing came back at all, since the last answer. The inverter may have fallen asleep, so
   * they count only once it answers again.
   */
  readonly unanswered: number;
  /** Polls in a row that brought no reading. */
  readonly missedPolls: number;
}

export const INITIAL_RADIO: RadioQuality = { transmissions: 0, answers: 0, unanswered: 0, missedPolls: 0 };

/** Each exchange counts so much less than the one after it: the last twenty or so make up what is told. */
const FADES_TO = 0.95;
/** Fewer transmissions say nothing. */
const TELLING_FROM = 5;

/**
 * How an exchange ended. `incomplete`: parts of the answer were missing. `corrupt`: all parts were there, and no answer.
 * `silence`: nothing was heard.
 */
export type ExchangeEnd = 'answered' | 'incomplete' | 'corrupt' | 'silence';

/** An exchange is over. `isSilenceExpected`: the inverter was told to restart, so that it was silent says nothing. */
export function radioUsed(
  before: RadioQuality,
  transmissions: number,
  end: ExchangeEnd,
  isSilenceExpected: boolean,
): RadioQuality {
  if (end === 'silence') return { ...before, unanswered: before.unanswered + transmissions };
  const lost = isSilenceExpected ? 0 : before.unanswered;
  return {
    ...before,
    transmissions: before.transmissions * FADES_TO + lost + transmissions,
    answers: before.answers * FADES_TO + (end === 'answered' ? 1 : 0),
    unanswered: 0,
  };
}

/** Answers per hundred transmissions; undefined while too little is known. */
export function radioQualityPercent({ transmissions, answers }: RadioQuality): number | undefined {
  return transmissions < TELLING_FROM ? undefined : Math.round((100 * answers) / transmissions);
}
