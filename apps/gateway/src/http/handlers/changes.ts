import { isDeepStrictEqual } from 'node:util';
import {
  CHANGE_ACTORS,
  CHANGE_REASONS,
  CHANGES_PER_PAGE,
  type ChangedValue,
  type ChangeReason,
  type Handlers,
  type KeptValue,
  result,
  type SettingsChange,
} from '@heliograph/contract';
import type { Replacement } from '../../history/history-store.ts';
import {
  type ChangedBodies,
  changedValues,
  REPLACEMENT,
  readReplacement,
  replacementChange,
  takenBack,
} from '../../settings/changes.ts';
import { SECTION_SCHEMAS, type SectionName, type Sections } from '../../settings/sections.ts';
import type { KeptChange } from '../../settings/settings-database.ts';
import { parsed, type SettingsStore } from '../../settings/settings-store.ts';

export interface ChangeHandlerOptions {
  readonly settings: Pick<SettingsStore, 'get' | 'changes' | 'updateSeveral'>;
  /** Inverters that go on with the history of others. */
  readonly replacements: {
    readonly list: () => Promise<readonly Replacement[]>;
    /** False: it cannot be. */
    readonly takeBack: (id: number) => Promise<boolean>;
  };
  /** Told of a pin profile that was chosen in place of another. */
  readonly onProfile: (before: string, after: string) => Promise<void>;
}

/** What was changed in the settings, and the way back. */
export function createChangeHandlers({
  settings,
  replacements,
  onProfile,
}: ChangeHandlerOptions): Pick<Handlers, 'getChanges' | 'takeChangeBack'> {
  return {
    async getChanges(_, { before }) {
      const found = await settings.changes(CHANGES_PER_PAGE + 1, idOf(before));
      const known = await replacements.list();
      return {
        changes: found.slice(0, CHANGES_PER_PAGE).map((change) => sentChange(change, settings, known)),
        more: found.length > CHANGES_PER_PAGE,
        names: inverterNames(settings),
      };
    },
    async takeChangeBack({ id }) {
      const [change] = await settings.changes(1, id + 1);
      if (change?.id !== id) return result('ChangeUnknown');
      const known = await replacements.list();
      const sent = sentChange(change, settings, known);
      if (!sent.takes_back) return result('ChangeNothingLeft');
      const replaced = sent.already_back === true ? undefined : replacementOf(change, known);
      if (replaced !== undefined && !(await replacements.takeBack(replaced.id)))
        return result('ChangeNothingLeft');
      const profile = settings.get('device').profile;
      let kept: readonly KeptValue[] = [];
      let hasChanged = replaced !== undefined;
      await settings.updateSeveral(
        (current) => {
          const back = sectionsBack(change, current);
          kept = back.kept;
          hasChanged ||= Object.keys(back.sections).length > 0;
          return back.sections;
        },
        { actor: 'admin', reason: 'taken-back' },
        replaced && [replacementChange(replaced.newSerial, replaced.oldSerial)],
      );
      await onProfile(profile, settings.get('device').profile);
      const answer = result(hasChanged ? 'ChangeTakenBack' : 'ChangeNothingLeft');
      return kept.length > 0 ? { ...answer, kept } : answer;
    },
  };
}

/** What begins a list of changes; undefined: the newest one. */
function idOf(before: string | undefined): number | undefined {
  return before !== undefined && /^\d{1,10}$/.test(before) ? Number(before) : undefined;
}

/** What the gateway has done with settings of other versions is not undone: it would do it again. */
const FINAL: readonly ChangeReason[] = ['reset', 'first-start', 'update', 'takeover'];

function sentChange(
  change: KeptChange,
  settings: Pick<SettingsStore, 'get'>,
  replacements: readonly Replacement[],
): SettingsChange {
  const { id, atS, actor, reason, sections } = change;
  const replaced = replacementOf(change, replacements);
  const isOfHistory = sections.some(({ section }) => section === REPLACEMENT);
  const why = CHANGE_REASONS.find((known) => known === reason) ?? 'saved';
  const told = sections
    .map(({ section, ...change }) => ({
      section,
      values: isSection(section)
        ? changedValues(section, bodiesOf(change, settings.get(section))).map((value) =>
            section === 'inverters' ? withSerials(value, settings.get(section)) : value,
          )
        : replacedValues(section, change, replaced),
    }))
    .filter(({ values }) => values.length > 0);
  return {
    ...{ id, ...(atS !== undefined && { at: atS }) },
    ...{ ...actorOf(actor), reason: why },
    sections: told,
    ...(isAlreadyBack(sections, settings) && replaced?.isTakenBack !== false && { already_back: true }),
    takes_back:
      !FINAL.includes(why) &&
      told.some(({ values }) => values.some(({ stays }) => stays !== true)) &&
      (!isOfHistory || (replaced !== undefined && (replaced.takesBack || replaced.isTakenBack))),
  };
}

/** Those of our own and of other sources. */
function inverterNames(settings: Pick<SettingsStore, 'get'>): Readonly<Record<string, string>> {
  const all = [...settings.get('sources').inverter, ...settings.get('inverters').inverter];
  return Object.fromEntries(all.flatMap(({ serial, name = '' }) => (name === '' ? [] : [[serial, name]])));
}

/** The order is kept by the numbers of slots, which say nothing to people; one that is empty now keeps its number. */
function withSerials(value: ChangedValue, { inverter }: Sections['inverters']): ChangedValue {
  const [first, ...more] = value.path;
  if (first !== 'order' || more.length > 0) return value;
  const told = (order: unknown) =>
    Array.isArray(order)
      ? order.map((slot) => inverter.find(({ id }) => id === slot)?.serial ?? slot)
      : order;
  const { before, after, now } = value;
  return {
    path: value.path,
    ...(before !== undefined && { before: told(before) }),
    ...(after !== undefined && { after: told(after) }),
    ...(now !== undefined && { now: told(now) }),
  };
}

/** What the history knows of the replacement that is among the changes; undefined: there is none, or it is not known any more. */
function replacementOf({ sections }: KeptChange, known: readonly Replacement[]): Replacement | undefined {
  const change = sections.find(({ section }) => section === REPLACEMENT);
  const told = change && readReplacement(change);
  if (told === undefined) return undefined;
  const { id, oldSerial, newSerial } = told;
  return known.find((one) => one.id === id && one.oldSerial === oldSerial && one.newSerial === newSerial);
}

function replacedValues(
  section: string,
  change: Pick<KeptChange['sections'][number], 'before' | 'after'>,
  replaced: Replacement | undefined,
): readonly ChangedValue[] {
  const told = section === REPLACEMENT ? readReplacement(change) : undefined;
  if (told === undefined) return [];
  const { oldSerial: before, newSerial: after } = told;
  return [{ path: ['serial'], before, after, ...(replaced?.isTakenBack === true && { now: before }) }];
}

/** Who made a change, as the settings have it written down: a kind, and behind a colon the name. */
function actorOf(text: string): Pick<SettingsChange, 'actor' | 'name'> {
  const [kind = '', ...rest] = text.split(':');
  const actor = CHANGE_ACTORS.find((known) => known === kind) ?? 'admin';
  return { actor, ...(rest.length > 0 && { name: rest.join(':') }) };
}

/** Taking it back would change nothing, and say of nothing that it stays. */
function isAlreadyBack(sections: KeptChange['sections'], settings: Pick<SettingsStore, 'get'>): boolean {
  return sections.every(({ section, ...change }) => {
    if (!isSection(section)) return true;
    const now = settings.get(section);
    const { body, kept } = takenBack(section, bodiesOf(change, now));
    return (
      isDeepStrictEqual(SECTION_SCHEMAS[section].read(body), now) && kept.every(({ why }) => why === 'secret')
    );
  });
}

/** One that only a later version has is told of nobody. */
const isSection = (name: string): name is SectionName => Object.hasOwn(SECTION_SCHEMAS, name);

function bodiesOf(
  change: Pick<KeptChange['sections'][number], 'before' | 'after'>,
  now: unknown,
): ChangedBodies {
  return { before: parsed(change.before), after: parsed(change.after), now };
}

/** All sections that have something to put back, each whole; one that would make no sense then stays. */
function sectionsBack({ sections }: KeptChange, current: Sections) {
  const back: Partial<Sections> = {};
  const kept: KeptValue[] = [];
  for (const { section, ...change } of sections) {
    if (!isSection(section)) continue;
    const bodies = bodiesOf(change, current[section]);
    const taken = takenBack(section, bodies);
    const body = SECTION_SCHEMAS[section].read(taken.body);
    if (body === undefined) {
      const values = changedValues(section, bodies);
      kept.push(...values.map(({ path }) => ({ section, path, why: 'unfit' }) as const));
      continue;
    }
    kept.push(...taken.kept.map((value) => ({ section, ...value })));
    if (!isDeepStrictEqual(body, current[section])) Object.assign(back, { [section]: body });
  }
  return { sections: back, kept };
}
