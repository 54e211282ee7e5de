import { isDeepStrictEqual } from 'node:util';
import {
  CHANGE_ACTORS,
  CHANGE_REASONS,
  CHANGES_PER_PAGE,
  type ChangeReason,
  type Handlers,
  type KeptValue,
  result,
  type SettingsChange,
} from '@heliograph/contract';
import { type ChangedBodies, changedValues, takenBack } from '../../settings/changes.ts';
import { SECTION_SCHEMAS, type SectionName, type Sections } from '../../settings/sections.ts';
import type { KeptChange } from '../../settings/settings-database.ts';
import { parsed, type SettingsStore } from '../../settings/settings-store.ts';

export interface ChangeHandlerOptions {
  readonly settings: Pick<SettingsStore, 'get' | 'changes' | 'updateSeveral'>;
  /** Told of a pin profile that was chosen in place of another. */
  readonly onProfile: (before: string, after: string) => Promise<void>;
}

/** What was changed in the settings, and the way back. */
export function createChangeHandlers({
  settings,
  onProfile,
}: ChangeHandlerOptions): Pick<Handlers, 'getChanges' | 'takeChangeBack'> {
  return {
    async getChanges(_, { before }) {
      const found = await settings.changes(CHANGES_PER_PAGE + 1, idOf(before));
      return {
        changes: found.slice(0, CHANGES_PER_PAGE).map((change) => sentChange(change, settings)),
        more: found.length > CHANGES_PER_PAGE,
      };
    },
    async takeChangeBack({ id }) {
      const [change] = await settings.changes(1, id + 1);
      if (change?.id !== id) return result('ChangeUnknown');
      if (!sentChange(change, settings).takes_back) return result('ChangeNothingLeft');
      const profile = settings.get('device').profile;
      let kept: readonly KeptValue[] = [];
      let hasChanged = false;
      await settings.updateSeveral(
        (current) => {
          const back = sectionsBack(change, current);
          kept = back.kept;
          hasChanged = Object.keys(back.sections).length > 0;
          return back.sections;
        },
        { actor: 'admin', reason: 'taken-back' },
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
  { id, atS, actor, reason, sections }: KeptChange,
  settings: Pick<SettingsStore, 'get'>,
): SettingsChange {
  const why = CHANGE_REASONS.find((known) => known === reason) ?? 'saved';
  const told = sections
    .map(({ section, ...change }) => ({
      section,
      values: isSection(section) ? changedValues(section, bodiesOf(change, settings.get(section))) : [],
    }))
    .filter(({ values }) => values.length > 0);
  return {
    ...{ id, ...(atS !== undefined && { at: atS }) },
    ...{ ...actorOf(actor), reason: why },
    sections: told,
    ...(isAlreadyBack(sections, settings) && { already_back: true }),
    takes_back: !FINAL.includes(why) && told.some(({ values }) => values.some(({ stays }) => stays !== true)),
  };
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
