import {
  getFindings,
  getPlant,
  PLANT_GROUP_COUNT_MAX,
  type PlantGroup,
  type PlantSettings,
  type ReceivedApiResult,
  SHOWN_STRINGS,
  setPlant,
} from '@heliograph/contract';
import { LayoutGrid, Move } from 'lucide';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useElapsedSince, useLinkSnapshot, useMay, useServices } from '../../shared/api/services.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { LeaveGuard } from '../../shared/form/leave-guard.tsx';
import { askAgainMs, LoadFailure } from '../../shared/form/load-failure.tsx';
import { useOutcomeNotice } from '../../shared/form/outcome-notice.tsx';
import { Waiting } from '../../shared/form/waiting.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { HeatLegend } from './heat-legend.tsx';
import { scaleTop } from './heat-scale.ts';
import { AssignDialog, ModuleDialog } from './module-dialog.tsx';
import { GroupsView, InvertersView } from './module-groups.tsx';
import styles from './modules.module.css';
import {
  draftOf,
  groupsOf,
  newGroupId,
  type PlantDraft,
  plantOf,
  withGroup,
  withGroupSaved,
  withoutGroup,
} from './plant-draft.ts';
import { placesOf, type RoofPlaces } from './roof-layout.ts';
import { type RoofModule, roofModules, type StringFinding, stringFindings } from './roof-module.ts';
import { RoofSummary } from './roof-summary.tsx';
import { RoofView } from './roof-view.tsx';

/** Every string of the plant as a tile: as they lie on the roof, or by the way they look. */
export function ModulesPage() {
  const { t: frame } = useI18n();
  const { modules: t } = useTexts('common', 'modules');
  const plant = useEndpoint(getPlant, NO_QUERY, askAgainMs);
  const link = useStringsOfAll();
  const findings = useFindings();
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <h1>{frame.titles.modules}</h1>
      </div>
      {plant.failure !== undefined && plant.failure.kind !== 'unauthorized' && (
        <LoadFailure
          failure={plant.failure}
          staleNote={plant.answer && t.plantStale}
          onRetry={plant.reload}
        />
      )}
      {link.live === undefined || plant.answer === undefined ? (
        <RoofWaiting sinceMs={link.sinceMs} isLost={link.phase === 'offline'} />
      ) : (
        <Roof
          plant={plant.answer}
          link={{ ...link, live: link.live }}
          findings={findings}
          onSaved={plant.reload}
        />
      )}
    </div>
  );
}

/** Its words come with those of the findings. */
const WellLine = lazy(() =>
  import('../../shared/page/well-line.tsx').then((part) => ({ default: part.WellLine })),
);

const NO_QUERY = {};
const FINDINGS_EVERY_MS = 60_000;

/** What the gateway has found of single strings, and its owner does not know yet. */
function useFindings(): readonly StringFinding[] {
  const { answer } = useEndpoint(getFindings, NO_QUERY, () => FINDINGS_EVERY_MS);
  return useMemo(() => stringFindings(answer?.findings ?? []), [answer]);
}

type Link = ReturnType<typeof useLinkSnapshot>;

/** Live data with the strings of all inverters, for as long as the page is open. */
function useStringsOfAll(): Link {
  const { liveLink } = useServices();
  const link = useLinkSnapshot();
  // What is left from another page has, of many inverters, the strings of one.
  const [before] = useState(link.live);
  useEffect(() => {
    liveLink.show(SHOWN_STRINGS);
    liveLink.start();
    return () => {
      liveLink.stop();
      liveLink.show('');
    };
  }, [liveLink]);
  return link.live === before && link.live?.plant.isLean === true ? { ...link, live: undefined } : link;
}

const SKELETONS = Array.from({ length: 8 }, (_, index) => index);

function RoofWaiting({ sinceMs, isLost }: { readonly sinceMs: number; readonly isLost: boolean }) {
  const { t, format } = useI18n();
  const waitedMs = useElapsedSince(sinceMs);
  return (
    <Waiting text={t.live.loading}>
      {isLost && <Alert kind="danger">{t.live.unreachable(format.duration(waitedMs))}</Alert>}
      <div className={styles.skeletons}>
        {SKELETONS.map((index) => (
          <Skeleton key={index} height="7.75rem" width="6.5rem" />
        ))}
      </div>
    </Waiting>
  );
}

type View = 'roof' | 'groups';
type OpenDialog =
  | { readonly kind: 'module'; readonly key: string }
  /** Its modules are put into it when it is new. */
  | { readonly kind: 'group'; readonly group: PlantGroup; readonly keys: readonly string[] };

interface RoofProps {
  readonly plant: PlantSettings;
  readonly link: Link & { readonly live: NonNullable<Link['live']> };
  readonly findings: readonly StringFinding[];
  readonly onSaved: () => void;
}

function Roof({ plant, link, findings, onSaved }: RoofProps) {
  const { t: frame, format } = useI18n();
  const { modules: t } = useTexts('modules');
  const [view, setView] = useState<View>('roof');
  const [dialog, setDialog] = useState<OpenDialog>();
  const arranging = useArranging(plant, onSaved);
  const { draft } = arranging;
  const { inverters } = link.live;
  const modules = roofModules(frame, { inverters, plant, findings, isStale: link.stale });
  const top = useScaleTop(modules);
  const shown = draft ?? draftAsStored(plant);
  const open = (module: RoofModule) => setDialog({ kind: 'module', key: module.key });
  const newGroup = (keys: readonly string[]) =>
    setDialog({ kind: 'group', group: { id: newGroupId(shown.groups), name: '' }, keys });
  const ageMs = useElapsedSince(link.sinceMs);

  if (modules.length === 0) {
    return (
      <div className={styles.empty}>
        <Icon of={LayoutGrid} size={48} strokeWidth={1.5} />
        <p>{t.empty}</p>
      </div>
    );
  }
  return (
    <>
      {link.stale && <Alert kind="warning">{frame.live.stale(format.duration(ageMs))}</Alert>}
      <div className={styles.bar}>
        <div className={styles.well}>
          <RoofSummary modules={modules} live={link.live} />
          {!link.stale && (
            <Suspense>
              <WellLine live={link.live} isBesideStates />
            </Suspense>
          )}
        </div>
        {modules.some(({ ratio }) => ratio !== undefined) && <HeatLegend top={top} />}
      </div>
      <RoofBar
        {...{ view, arranging }}
        onView={setView}
        onBegin={() => arranging.begin(modules)}
        onNewGroup={hasRoomForGroup(shown) ? () => newGroup([]) : undefined}
      />
      {view === 'groups' ? (
        <GroupsView
          {...{ modules, top }}
          groups={shown.groups}
          groupOf={shown.groupOf}
          onOpen={open}
          onEdit={draft && ((group) => setDialog({ kind: 'group', group, keys: [] }))}
        />
      ) : (
        <PlacedAndOthers
          {...{ modules, top }}
          places={shown.places}
          onPlaces={draft && ((places) => arranging.change({ ...draft, places }))}
          onOpen={open}
        />
      )}
      <RoofDialogs
        {...{ dialog, modules, shown, arranging, newGroup }}
        onClose={() => setDialog(undefined)}
      />
      <LeaveGuard isDirty={arranging.isDirty} onDiscard={arranging.discard} />
    </>
  );
}

function draftAsStored(plant: PlantSettings): PlantDraft {
  return { groups: plant.groups, groupOf: groupsOf(plant.modules), places: placesOf(plant.modules) };
}

const hasRoomForGroup = ({ groups }: PlantDraft) => groups.length < PLANT_GROUP_COUNT_MAX;

type Arranging = ReturnType<typeof useArranging>;

interface RoofBarProps {
  readonly view: View;
  readonly arranging: Arranging;
  readonly onView: (view: View) => void;
  readonly onBegin: () => void;
  /** Undefined where there is no room for another one. */
  readonly onNewGroup: (() => void) | undefined;
}

/** By what the tiles are arranged, and for the admin how to change that. */
function RoofBar({ view, arranging, onView, onBegin, onNewGroup }: RoofBarProps) {
  const { common, modules: t } = useTexts('common', 'modules');
  const isAdmin = useMay('admin');
  const { draft, isSaving, isOvertaken } = arranging;
  return (
    <>
      <div className={styles.bar}>
        <fieldset className={styles.views} aria-label={t.view}>
          {(['roof', 'groups'] as const).map((one) => (
            <Button key={one} aria-pressed={view === one} onClick={() => onView(one)}>
              {t.views[one]}
            </Button>
          ))}
        </fieldset>
        {draft === undefined && isAdmin && (
          <Button onClick={onBegin}>
            <Icon of={Move} size={18} />
            {t.arrange}
          </Button>
        )}
        {draft !== undefined && (
          <div className={styles.views}>
            {view === 'groups' && onNewGroup && <Button onClick={onNewGroup}>{t.newGroup}</Button>}
            <Button onClick={arranging.discard} aria-disabled={isSaving}>
              {t.cancel}
            </Button>
            <Button variant="primary" onClick={() => void arranging.save()} aria-disabled={isSaving}>
              {isSaving ? common.form.saving : common.form.save}
            </Button>
          </div>
        )}
      </div>
      {draft !== undefined && isOvertaken && <Alert kind="warning">{t.arrangedMeanwhile}</Alert>}
      {draft !== undefined && <p className={styles.hint}>{t.hints[view]}</p>}
    </>
  );
}

interface PlacedAndOthersProps {
  readonly modules: readonly RoofModule[];
  readonly places: RoofPlaces;
  readonly top: number;
  readonly onPlaces: ((places: RoofPlaces) => void) | undefined;
  readonly onOpen: (module: RoofModule) => void;
}

/** The roof, and below it what lies nowhere yet. */
function PlacedAndOthers({ modules, places, top, onPlaces, onOpen }: PlacedAndOthersProps) {
  const { modules: t } = useTexts('modules');
  const placed = modules.filter(({ key }) => places.has(key));
  const others = modules.filter(({ key }) => !places.has(key));
  return (
    <>
      {placed.length > 0 && <RoofView {...{ places, top, onPlaces, onOpen }} modules={placed} />}
      {placed.length > 0 && others.length > 0 && <h2>{t.unplaced}</h2>}
      {others.length > 0 && <InvertersView {...{ top, onOpen }} modules={others} />}
    </>
  );
}

interface RoofDialogsProps {
  readonly dialog: OpenDialog | undefined;
  readonly modules: readonly RoofModule[];
  readonly shown: PlantDraft;
  readonly arranging: Arranging;
  readonly newGroup: (keys: readonly string[]) => void;
  readonly onClose: () => void;
}

function RoofDialogs({ dialog, modules, shown, arranging, newGroup, onClose }: RoofDialogsProps) {
  const { draft, change } = arranging;
  if (dialog?.kind === 'group' && draft !== undefined) {
    const { group, keys } = dialog;
    return (
      <GroupDialog
        group={group}
        isNew={!draft.groups.some(({ id }) => id === group.id)}
        onSave={(saved) => {
          change(withGroup(withGroupSaved(draft, saved), keys, saved.id));
          onClose();
        }}
        onRemove={() => {
          change(withoutGroup(draft, group.id));
          onClose();
        }}
        onClose={onClose}
      />
    );
  }
  const module = dialog?.kind === 'module' ? modules.find(({ key }) => key === dialog.key) : undefined;
  if (module === undefined) return null;
  const group = shown.groups.find(({ id }) => id === shown.groupOf.get(module.key));
  if (draft === undefined) return <ModuleDialog {...{ module, group, onClose }} />;
  return (
    <AssignDialog
      {...{ module, onClose }}
      siblings={modules.filter(({ serial }) => serial === module.serial)}
      groups={draft.groups}
      group={group?.id}
      onAssign={(keys, id) => change(withGroup(draft, keys, id))}
      onNewGroup={hasRoomForGroup(draft) ? () => newGroup([module.key]) : undefined}
    />
  );
}

/** Where the scale ends, which does not change with each cloud. */
function useScaleTop(modules: readonly RoofModule[]): number {
  const before = useRef<number>(undefined);
  const ratios = modules.map(({ ratio }) => ratio).filter((ratio) => ratio !== undefined);
  const top = scaleTop(ratios, before.current);
  useEffect(() => {
    before.current = top;
  }, [top]);
  return top;
}

/** What is arranged of it: the order of the inverters is chosen elsewhere. */
const drawnOf = ({ groups, modules }: PlantSettings) => JSON.stringify({ groups, modules });

/** What is arranged, until it is saved or given up. */
function useArranging(plant: PlantSettings, onSaved: () => void) {
  const { call } = useServices();
  const [draft, setDraft] = useState<PlantDraft>();
  const [begun, setBegun] = useState<PlantDraft>();
  /** What was stored when the arranging began, or as one was told since. */
  const [known, setKnown] = useState('');
  const [isOvertaken, setOvertaken] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [outcome, setOutcome] = useState<ReceivedApiResult>();
  const [failure, setFailure] = useState<FormFailure>();
  useOutcomeNotice({ outcome, failure, onDismiss: () => forget() });

  function forget(): void {
    setOutcome(undefined);
    setFailure(undefined);
  }

  async function save(): Promise<void> {
    if (draft === undefined || isSaving) return;
    setSaving(true);
    forget();
    const stored = await call(getPlant, {});
    if (stored.kind !== 'answered') {
      setSaving(false);
      return setFailure({ ...stored, isUnsent: true });
    }
    // What somebody else has arranged meanwhile is not put back without a word: one is told, and may then save all the same.
    const drawn = drawnOf(stored.answer);
    if (drawn !== known) {
      setSaving(false);
      setKnown(drawn);
      setOvertaken(true);
      return;
    }
    setOvertaken(false);
    // The order of the inverters is chosen elsewhere, and may be another one by now.
    const result = await call(setPlant, { body: plantOf(draft, stored.answer) });
    setSaving(false);
    if (result.kind !== 'answered') return setFailure(result);
    if (result.answer.type !== 'success') return setFailure({ kind: 'rejected', answer: result.answer });
    setOutcome(result.answer);
    setDraft(undefined);
    onSaved();
  }

  return {
    draft,
    isSaving,
    isOvertaken,
    isDirty: draft !== undefined && draft !== begun,
    begin(modules: readonly RoofModule[]): void {
      const first = draftOf(plant, modules);
      forget();
      setKnown(drawnOf(plant));
      setOvertaken(false);
      setBegun(first);
      setDraft(first);
    },
    change: setDraft,
    discard(): void {
      if (isSaving) return;
      setDraft(undefined);
      // What somebody else has arranged meanwhile is shown then.
      if (isOvertaken) onSaved();
      setOvertaken(false);
    },
    save,
  };
}
