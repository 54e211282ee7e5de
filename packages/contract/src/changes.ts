import type * as z from 'zod/mini';
import { lenientUnsigned, wireObject } from './constraints.ts';
import type { Endpoint } from './endpoint.ts';
import { type ReceivedApiResult, readApiResult } from './read-api-result.ts';
import type { ApiResult } from './results.ts';
import { isNumber, isRecord } from './unknown-values.ts';

/**
 * What was changed in the settings, and how one of these changes is taken back. All of it is ours, no original device keeps it
 * (docs/decisions/0023-extensions.md).
 */

/** Who changes settings: the admin, somebody with another account, a program with a token, or the gateway by itself. */
export const CHANGE_ACTORS = ['admin', 'account', 'program', 'gateway'] as const;
export type ChangeActor = (typeof CHANGE_ACTORS)[number];

/**
 * Why. `restored`: from a backup. `recovered`: from a backup, after the settings were damaged. `reset`: everything began anew.
 * `first-start`: nothing was ever set here. `update`: a newer version has other settings. `takeover`: a folder of release 0.1.0
 * was read. `taken-back`: a change before it does not count any more. `replaced`: an inverter has taken the place of another one.
 */
export const CHANGE_REASONS = [
  ...([
    'saved',
    'restored',
    'recovered',
    'reset',
    'first-start',
    'update',
    'takeover',
    'taken-back',
    'replaced',
  ] as const),
] as const;
export type ChangeReason = (typeof CHANGE_REASONS)[number];

/** A value that a change has changed; what is not there was not there either. */
export interface ChangedValue {
  /** The key; of something in a list the name of the list, and the serial, the id or the place that it has there. */
  readonly path: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
  /** As it is now, where that is something else than the change has made of it. */
  readonly now?: unknown;
  /** A password, a key or a certificate: only that it changed is told. */
  readonly hidden?: boolean;
  /** It does not come back with the others: what it was is not kept. */
  readonly stays?: boolean;
}

export interface ChangedSection {
  /** The part of the settings, such as `mqtt`; `replacement`: the history of an inverter goes on under another serial. */
  readonly section: string;
  readonly values: readonly ChangedValue[];
}

/** What one save has changed. */
export interface SettingsChange {
  readonly id: number;
  /** Unix seconds; not there where nobody had set the clock. */
  readonly at?: number;
  readonly actor: ChangeActor;
  /** Of the account, or of the token. */
  readonly name?: string;
  readonly reason: ChangeReason;
  readonly sections: readonly ChangedSection[];
  /** All that it has changed is again as it was before. */
  readonly already_back?: boolean;
  /** It has values that can be put back. */
  readonly takes_back: boolean;
}

export interface SettingsChanges {
  /** The newest first, 50 at most. */
  readonly changes: readonly SettingsChange[];
  /** There are older ones: ask for those before the last one. */
  readonly more: boolean;
  /** What inverters are called now, by their serials. */
  readonly names: Readonly<Record<string, string>>;
}

/** How many changes an answer has at most. */
export const CHANGES_PER_PAGE = 50;

/** The change that is not to count any more. */
export const ChangeTakeBackSchema = /* @__PURE__ */ wireObject({
  id: /* @__PURE__ */ lenientUnsigned(32),
});
export type ChangeTakeBack = z.infer<typeof ChangeTakeBackSchema>;

/** A value of a change that stays as it is. */
export interface KeptValue {
  readonly section: string;
  readonly path: readonly string[];
  /** `secret`: passwords never come back. `gone`: what it belongs to is not there any more. `unfit`: with what is set now it makes no sense. */
  readonly why: 'secret' | 'gone' | 'unfit';
}
const KEPT_REASONS: readonly KeptValue['why'][] = ['secret', 'gone', 'unfit'];

/** What came of it. */
export interface TakeBackAnswer extends ApiResult {
  readonly kept?: readonly KeptValue[];
}
export interface ReceivedTakeBackAnswer extends ReceivedApiResult {
  readonly kept: readonly KeptValue[];
}

/** What was set when, by whom, with the values before and after; `before` is the id of a change, of which those before it are told. */
export const getChanges: Endpoint<SettingsChanges, SettingsChanges, undefined, never, 'before'> = {
  method: 'GET',
  path: '/api/heliograph/changes',
  access: 'admin',
  query: [],
  optionalQuery: ['before'],
  read(value) {
    if (!isRecord(value) || !Array.isArray(value.changes)) return undefined;
    const { changes, more, names } = value;
    return { changes: changes.flatMap(readChange), more: more === true, names: readNames(names) };
  },
};

function readNames(value: unknown): SettingsChanges['names'] {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([serial, name]) => (typeof name === 'string' ? [[serial, name]] : [])),
  );
}

function readChange(value: unknown): SettingsChange[] {
  if (!isRecord(value) || !isNumber(value.id)) return [];
  const { id, at, sections } = value;
  return [
    {
      ...{ id, ...(isNumber(at) && { at }) },
      actor: CHANGE_ACTORS.find((known) => known === value.actor) ?? 'admin',
      ...(typeof value.name === 'string' && { name: value.name }),
      reason: CHANGE_REASONS.find((known) => known === value.reason) ?? 'saved',
      sections: readChangedSections(sections),
      ...(value.already_back === true && { already_back: true }),
      takes_back: value.takes_back === true,
    },
  ];
}

/** Those that make sense. */
export function readChangedSections(value: unknown): readonly ChangedSection[] {
  return Array.isArray(value) ? value.flatMap(readSection) : [];
}

function readSection(value: unknown): ChangedSection[] {
  if (!isRecord(value) || typeof value.section !== 'string') return [];
  const { section, values } = value;
  return [{ section, values: Array.isArray(values) ? values.flatMap(readValue) : [] }];
}

function readValue(value: unknown): ChangedValue[] {
  if (!isRecord(value)) return [];
  const path = readPath(value.path);
  if (path === undefined) return [];
  const { before, after, now } = value;
  return [
    {
      path,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
      ...(now !== undefined && { now }),
      ...(value.hidden === true && { hidden: true }),
      ...(value.stays === true && { stays: true }),
    },
  ];
}

function readPath(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((step) => typeof step === 'string') ? value : undefined;
}

/**
 * Puts back the values that a change has changed, into the settings as they are now; that is a change itself. Passwords stay as
 * they are. `kept` names what stays, and why.
 */
export const takeChangeBack: Endpoint<TakeBackAnswer, ReceivedTakeBackAnswer, ChangeTakeBack> = {
  method: 'POST',
  path: '/api/heliograph/take-back',
  access: 'owner',
  query: [],
  read(value) {
    const answer = readApiResult(value);
    if (answer === undefined || !isRecord(value)) return undefined;
    return { ...answer, kept: Array.isArray(value.kept) ? value.kept.flatMap(readKept) : [] };
  },
};

function readKept(value: unknown): KeptValue[] {
  if (!isRecord(value) || typeof value.section !== 'string') return [];
  const path = readPath(value.path);
  const why = KEPT_REASONS.find((known) => known === value.why);
  return path === undefined || why === undefined ? [] : [{ section: value.section, path, why }];
}
