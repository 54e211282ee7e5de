import {
  type ExpectedYield,
  type Finding,
  type FindingCurve,
  type Handlers,
  result,
} from '@heliograph/contract';
import type { Findings } from '../../findings/start-findings.ts';
import { STEP_S } from '../../findings/watch.ts';
import type { Fleet } from '../../fleet/fleet.ts';

type FindingHandlers = Pick<Handlers, 'getFindings' | 'getFindingCurve' | 'setFinding' | 'getExpectedYield'>;

export interface FindingHandlerOptions {
  readonly findings: Pick<
    Findings,
    'all' | 'curveOf' | 'verdicts' | 'hasJudged' | 'setKnown' | 'expected' | 'replace'
  >;
  readonly fleet: Pick<Fleet, 'find'>;
}

const SPAN_MAX_S = 3 * 86_400;
const NO_CURVE: FindingCurve = {
  ...{ compared: 'neighbours', start: 0, step: STEP_S, measured: [], expected: [] },
};
const NO_YIELD: ExpectedYield = { at: [], low: [], high: [], low_energy: 0, high_energy: 0, rough: false };

export function createFindingHandlers({ findings, fleet }: FindingHandlerOptions): FindingHandlers {
  return {
    getFindings: () => ({
      findings: findings.all().map((finding) => sentFinding(finding, fleet)),
      has_judged: findings.hasJudged(),
      strings: findings.verdicts().map(({ serial, string, verdict }) => ({ serial, string, verdict })),
    }),
    getFindingCurve(_, { id = '' }) {
      const curve = findings.curveOf(id);
      if (curve === undefined) return NO_CURVE;
      const { compared, startS, measuredW, expectedW } = curve;
      return { compared, start: startS, step: STEP_S, measured: measuredW, expected: expectedW };
    },
    setFinding: ({ id, known }) => result(findings.setKnown(id, known) ? 'FindingSaved' : 'FindingUnknown'),
    getExpectedYield(_, { from, to }) {
      const [fromS, toS] = [Number(from), Number(to)];
      const isSpan = fromS >= 0 && toS > fromS && toS - fromS <= SPAN_MAX_S;
      const expected = isSpan ? findings.expected({ fromS, toS }) : undefined;
      if (expected === undefined) return NO_YIELD;
      const { atS, lowW, highW, lowWh, highWh, isRough } = expected;
      return {
        ...{ at: atS, low: lowW, high: highW, rough: isRough },
        ...{ low_energy: lowWh, high_energy: highWh },
      };
    },
  };
}

type Found = ReturnType<Findings['all']>[number];

function sentFinding(found: Found, fleet: Pick<Fleet, 'find'>): Finding {
  const { id, serial, string, kind, state, sinceS, foundAtS, overAtS, basis, sureness, ratio, lostWh } =
    found;
  const inverter = fleet.find(serial);
  const stringName = string === undefined ? '' : (inverter?.strings[string - 1]?.name ?? '');
  return {
    ...{ id, serial, name: inverter?.name ?? '', kind, state, since: sinceS, found: foundAtS },
    ...(string !== undefined && { string }),
    ...(stringName !== '' && { string_name: stringName }),
    ...(overAtS !== undefined && { over: overAtS }),
    ...{ basis, sureness, ratio: Math.round(ratio * 1000) / 1000, lost: Math.round(lostWh) },
  };
}
