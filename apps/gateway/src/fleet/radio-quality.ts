/**
 * How well an inverter is heard: how many transmissions its lately finished exchanges took, and how many of those
 * exchanges brought their answer. One that needs no repetition takes one transmission.
 */
export interface RadioQuality {
  readonly transmissions: number;
  readonly answers: number;
}

export const INITIAL_RADIO: RadioQuality = { transmissions: 0, answers: 0 };

/** Each exchange counts so much less than the one after it: the last twenty or so make up what is told. */
const FADES_TO = 0.95;
/** Fewer transmissions say nothing. */
const TELLING_FROM = 5;

/** An exchange is over. */
export function radioUsed(before: RadioQuality, transmissions: number, isAnswered: boolean): RadioQuality {
  return {
    transmissions: before.transmissions * FADES_TO + transmissions,
    answers: before.answers * FADES_TO + (isAnswered ? 1 : 0),
  };
}

/** Answers per hundred transmissions; undefined while too little is known. */
export function radioQualityPercent({ transmissions, answers }: RadioQuality): number | undefined {
  return transmissions < TELLING_FROM ? undefined : Math.round((100 * answers) / transmissions);
}
