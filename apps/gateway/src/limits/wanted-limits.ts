import { LIMIT_OWNERS, type LimitGroup, type LimitOwner, WHOLE_PLANT } from '@heliograph/contract';
import type { OrderOrigin } from '@heliograph/domain';
import { split } from './split.ts';

/** A limit that somebody wants to be kept up, for one inverter or for several together. */
export interface Claim {
  readonly owner: LimitOwner;
  readonly origin: OrderOrigin;
  /** A serial, the id of a group, or `plant`. */
  readonly target: string;
  /** For all of the target together. */
  readonly watts: number;
  /** Counts up from claim to claim: of two, the later one has the greater number. */
  readonly number: number;
}

/** What has to be known of an inverter to limit it. */
export interface LimitedInverter {
  readonly serial: string;
  /** The most that it can, in watts. */
  readonly maxPowerW: number;
  /** What it could give if nothing limited it, in watts, as far as that can be told. */
  readonly couldW: number;
}

/** What an inverter is to be limited to. */
export interface WantedLimit<Held extends Claim = Claim> {
  /** Undefined: only a cap. */
  readonly holder: Held | undefined;
  readonly watts: number;
  /** The group whose cap makes it less than its holder wants. */
  readonly cappedBy: LimitGroup | undefined;
}

export interface WantedOptions<Held extends Claim> {
  readonly claims: readonly Held[];
  readonly groups: readonly LimitGroup[];
  readonly inverters: readonly LimitedInverter[];
  /** Ranks count; otherwise only which claim is the newest one. */
  readonly isRanked: boolean;
}

const RANKS: ReadonlyMap<LimitOwner, number> = new Map(LIMIT_OWNERS.map((owner, rank) => [owner, rank]));

/** 0 has the last word. */
export function rankOf(owner: LimitOwner): number {
  return RANKS.get(owner) ?? LIMIT_OWNERS.length;
}

/** The one with the last word first. */
export function inOrder<Held extends Claim>(claims: readonly Held[], isRanked: boolean): readonly Held[] {
  return claims.toSorted(
    (one, other) => (isRanked ? rankOf(one.owner) - rankOf(other.owner) : 0) || other.number - one.number,
  );
}

/**
 * What each inverter is to be limited to; those of which nobody wants anything are not there. An inverter is held by the claim
 * with the last word that is for it. Of a claim for several, the others share what those that somebody else holds leave of it; none of
 * them gets less than if nobody held any, because it is no doing of theirs that another one was raised. What is safe, and caps, come last and only ever take away.
 */
export function wantedLimits<Held extends Claim>(
  options: WantedOptions<Held>,
): ReadonlyMap<string, WantedLimit<Held>> {
  const { claims, groups, inverters, isRanked } = options;
  const wanted = new Map<string, WantedLimit<Held>>();
  const isFailSafe = ({ owner }: Held) => owner === 'fail-safe';
  for (const claim of inOrder(
    claims.filter((one) => !isFailSafe(one)),
    isRanked,
  )) {
    const members = membersOf(claim.target, groups, inverters);
    const open = members.filter(({ serial }) => !wanted.has(serial));
    const usedW = sum(members.map(({ serial }) => wanted.get(serial)?.watts ?? 0));
    const ownShares = new Map(split(claim.watts, members).shares.map(({ serial, watts }) => [serial, watts]));
    for (const { serial, watts } of split(claim.watts - usedW, open).shares) {
      const mostW = Math.max(watts, ownShares.get(serial) ?? 0);
      wanted.set(serial, { holder: claim, watts: mostW, cappedBy: undefined });
    }
  }
  // What is safe is no reason to raise anybody.
  for (const claim of claims.filter(isFailSafe)) {
    for (const { serial, watts } of split(claim.watts, membersOf(claim.target, groups, inverters)).shares) {
      if (watts < (wanted.get(serial)?.watts ?? Number.POSITIVE_INFINITY)) {
        wanted.set(serial, { holder: claim, watts, cappedBy: undefined });
      }
    }
  }
  for (const group of groups.filter(({ cap }) => cap > 0)) applyCap(group, inverters, wanted);
  return wanted;
}

function applyCap<Held extends Claim>(
  group: LimitGroup,
  inverters: readonly LimitedInverter[],
  wanted: Map<string, WantedLimit<Held>>,
): void {
  const members = membersOf(group.id, [group], inverters).map((member) => {
    const maxW = Math.min(member.maxW, wanted.get(member.serial)?.watts ?? member.maxW);
    return { ...member, maxW, minW: Math.min(member.minW, maxW) };
  });
  for (const { serial, watts } of split(group.cap, members).shares) {
    const before = wanted.get(serial);
    // Who may do all that it can is not limited by the cap, and still must not do more than that tomorrow.
    const isLess = before === undefined || watts < before.watts;
    if (isLess) wanted.set(serial, { holder: before?.holder, watts, cappedBy: group });
  }
}

/** The inverters that a target means, with the least and the most of each. */
export function membersOf(
  target: string,
  groups: readonly LimitGroup[],
  inverters: readonly LimitedInverter[],
): readonly { serial: string; couldW: number; minW: number; maxW: number }[] {
  const group = groups.find(({ id }) => id === target);
  return inverters.flatMap(({ serial, couldW, maxPowerW }) => {
    const member = group?.members.find((one) => one.serial === serial);
    if (group === undefined ? target !== WHOLE_PLANT && target !== serial : member === undefined) return [];
    const maxW = member?.max_power ? Math.min(member.max_power, maxPowerW) : maxPowerW;
    return [{ serial, couldW, minW: Math.min(member?.min_power ?? 0, maxW), maxW }];
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
