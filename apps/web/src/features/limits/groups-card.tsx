import {
  LIMIT_CAP_MAX_W,
  LIMIT_GROUP_COUNT_MAX,
  LIMIT_VALUE_LARGE_MAX,
  type LimitGroup,
  type LimitSettings,
  PLANT_GROUP_NAME_MAX_LENGTH,
} from '@heliograph/contract';
import { useState } from 'react';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import { bound, FormDialog } from '../../shared/form/form-dialog.tsx';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { lengthError, lengthNote } from '../../shared/form/length-note.ts';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { wholeNumber, wholeNumberError } from '../../shared/form/whole-number.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { invertersOf, newGroupId, powerOf } from './limit-words.ts';
import styles from './limits.module.css';
import type { Limits, LimitsView } from './use-limits.ts';

/** What may be fed in from a balcony without asking anybody, in W. */
const BALCONY_W = 800;

export interface SettingsCardProps {
  readonly view: LimitsView;
  readonly change: Limits['change'];
}

/** Inverters that may only feed in so much together. */
export function GroupsCard({ view, change }: SettingsCardProps) {
  const { groups: t } = useTexts('limits').limits;
  const [opened, setOpened] = useState<LimitGroup>();
  const [isAdding, setAdding] = useState(false);
  const [failure, setFailure] = useState<FormFailure>();
  const { settings, isAdmin, inverters } = view;
  const { groups } = settings;
  const isFull = groups.length >= LIMIT_GROUP_COUNT_MAX;
  const hasBalcony = groups.some(
    ({ cap, members }) => cap > 0 && cap <= BALCONY_W && members.length >= inverters.length,
  );

  async function addBalcony(): Promise<void> {
    if (isAdding) return;
    setAdding(true);
    setFailure(undefined);
    const outcome = await change(
      (stored) => ({
        ...stored,
        groups: [
          ...stored.groups,
          {
            ...{ id: newGroupId(stored.groups), name: t.balconyName, cap: BALCONY_W },
            members: inverters.map(({ serial }) => ({ serial, min_power: 0, max_power: 0 })),
          },
        ],
      }),
      () => undefined,
    );
    setAdding(false);
    if (typeof outcome === 'function') outcome();
    else setFailure(outcome);
  }

  return (
    <Card title={t.title}>
      <p className={styles.quiet}>{t.intro}</p>
      {groups.length === 0 && <p>{t.none}</p>}
      {groups.length > 0 && (
        <ul className={styles.list}>
          {groups.map((group) => (
            <GroupRow
              key={group.id}
              {...{ group, view }}
              onEdit={isAdmin ? () => setOpened(group) : undefined}
            />
          ))}
        </ul>
      )}
      {failure !== undefined && <FailureAlert failure={failure} />}
      {isAdmin && !isFull && inverters.length > 0 && (
        <>
          {!hasBalcony && <p className={styles.quiet}>{t.balconyNote}</p>}
          <div className={styles.actions}>
            {!hasBalcony && (
              <Button variant="primary" aria-disabled={isAdding} onClick={() => void addBalcony()}>
                {t.balcony}
              </Button>
            )}
            <Button onClick={() => setOpened({ id: newGroupId(groups), name: '', cap: 0, members: [] })}>
              {t.add}
            </Button>
          </div>
        </>
      )}
      {opened !== undefined && (
        <GroupDialog {...{ view, change }} group={opened} onClose={() => setOpened(undefined)} />
      )}
    </Card>
  );
}

interface GroupRowProps {
  readonly group: LimitGroup;
  readonly view: LimitsView;
  readonly onEdit: (() => void) | undefined;
}

function GroupRow({ group, view, onEdit }: GroupRowProps) {
  const { groups: t } = useTexts('limits').limits;
  const { words, format } = view;
  const { name, cap, members } = group;
  const powerW = powerOf(invertersOf(view, group.id));
  const makes = cap > 0 ? t.makes(words.watts(powerW), words.watts(cap)) : t.makesOnly(words.watts(powerW));
  return (
    <li className={styles.row}>
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <p>
          {[cap > 0 ? t.capText(words.watts(cap)) : t.noCap, format.count(members.length, t.count)].join(
            ' · ',
          )}
        </p>
        <p className={styles.quiet}>
          {cap > 0 && <meter className={styles.meter} min={0} max={cap} value={powerW} aria-label={makes} />}
          {makes}
        </p>
      </div>
      {onEdit !== undefined && (
        <Button aria-label={t.edit(name)} onClick={onEdit}>
          {t.editShort}
        </Button>
      )}
    </li>
  );
}

interface GroupDialogProps extends SettingsCardProps {
  readonly group: LimitGroup;
  readonly onClose: () => void;
}

/** What was typed of an inverter of the group. */
interface TypedMember {
  readonly min: string;
  readonly max: string;
}

const shown = (watts: number) => (watts === 0 ? '' : String(watts));
const NO_MEMBER: TypedMember = { min: '', max: '' };

function GroupDialog({ view, change, group, onClose }: GroupDialogProps) {
  const { format } = useI18n();
  const texts = useTexts('common', 'limits');
  const { groups: t } = texts.limits;
  const { words } = view;
  const isNew = !view.settings.groups.some(({ id }) => id === group.id);
  const [name, setName] = useState(group.name);
  const [cap, setCap] = useState(shown(group.cap));
  const [members, setMembers] = useState<ReadonlyMap<string, TypedMember>>(
    new Map(
      group.members.map((one) => [one.serial, { min: shown(one.min_power), max: shown(one.max_power) }]),
    ),
  );
  const [isChecked, setChecked] = useState(false);
  const [isTyped, setTyped] = useState(false);
  // Of inverters that are gone nothing is shown; they stay in the group until somebody takes them out on purpose.
  const gone = [...members.keys()].filter((serial) => !view.inverters.some((one) => one.serial === serial));
  const next: LimitGroup = {
    ...{ id: group.id, name: name.trim(), cap: wholeNumber(cap) ?? 0 },
    members: [...members].map(([serial, { min, max }]) => ({
      ...{ serial, min_power: wholeNumber(min) ?? 0, max_power: wholeNumber(max) ?? 0 },
    })),
  };
  const errors = errorsOf();
  const maxSumW = view.inverters
    .filter(({ serial }) => members.has(serial))
    .reduce((sum, { maxW = 0 }) => sum + maxW, 0);

  function emptyOr(text: string, max: number): string | undefined {
    return text.trim() === '' ? undefined : wholeNumberError(texts, format, text, { min: 0, max });
  }

  function memberError({ min, max }: TypedMember): string | undefined {
    const [least, most] = [wholeNumber(min) ?? 0, wholeNumber(max) ?? 0];
    const range = emptyOr(min, LIMIT_VALUE_LARGE_MAX) ?? emptyOr(max, LIMIT_VALUE_LARGE_MAX);
    return range ?? (most > 0 && least > most ? t.rangeError : undefined);
  }

  function errorsOf() {
    const minima = next.members.reduce((sum, one) => sum + one.min_power, 0);
    const isTooMuch = next.cap > 0 && minima > next.cap;
    return {
      name: next.name === '' ? t.nameMissing : lengthError(texts, next.name, PLANT_GROUP_NAME_MAX_LENGTH),
      cap:
        emptyOr(cap, LIMIT_CAP_MAX_W) ??
        (isTooMuch ? t.minimaError(words.watts(minima), words.watts(next.cap)) : undefined),
      members: members.size === 0 ? t.noMember : undefined,
      range: [...members.values()].map(memberError).find((error) => error !== undefined),
    };
  }

  function edit<Value>(set: (value: Value) => void): (value: Value) => void {
    return (value) => {
      setTyped(true);
      set(value);
    };
  }

  function put(serial: string, member: TypedMember | undefined): void {
    setTyped(true);
    const others = new Map(members);
    if (member === undefined) others.delete(serial);
    else others.set(serial, member);
    setMembers(others);
  }

  function submit() {
    setChecked(true);
    if (Object.values(errors).some((error) => error !== undefined)) return undefined;
    // Somebody else may have added one meanwhile, with the id that was free when this page was read.
    return change(
      (stored) => withGroup(stored, isNew ? { ...next, id: newGroupId(stored.groups) } : next),
      onClose,
    );
  }

  const errorAt = (key: keyof typeof errors) => (isChecked ? errors[key] : undefined);
  return (
    <FormDialog
      title={isNew ? t.add : t.editTitle}
      action={texts.common.form.save}
      acting={texts.common.form.saving}
      isTyped={isTyped}
      submit={submit}
      removing={
        isNew
          ? undefined
          : { label: t.remove, remove: () => change((stored) => withoutGroup(stored, group.id), onClose) }
      }
      onClose={onClose}
    >
      <TextField
        label={t.name}
        hint={lengthNote(texts, name.trim(), PLANT_GROUP_NAME_MAX_LENGTH)}
        field={bound('name', name, edit(setName), errorAt('name'))}
      />
      <TextField
        label={t.cap}
        unit="W"
        inputMode="numeric"
        hint={maxSumW > 0 && cap.trim() !== '' ? t.maxSum(words.watts(maxSumW)) : t.capHint}
        field={bound('cap', cap, edit(setCap), errorAt('cap'))}
      />
      <fieldset className={styles.choices}>
        <legend>{t.members}</legend>
        {view.inverters.map(({ serial, name: title }) => (
          <SwitchField
            key={serial}
            label={title}
            help=""
            field={{
              ...{ name: serial, value: members.has(serial), error: undefined, readOnly: false },
              onFlag: (isMember) => put(serial, isMember ? NO_MEMBER : undefined),
            }}
          />
        ))}
        {gone.map((serial) => (
          <SwitchField
            key={serial}
            label={serial}
            help=""
            field={{
              ...{ name: serial, value: true, error: undefined, readOnly: false },
              onFlag: () => put(serial, undefined),
            }}
          />
        ))}
        <p className={styles.error} role={errorAt('members') && 'alert'}>
          {errorAt('members')}
        </p>
      </fieldset>
      <details className={styles.ranks}>
        <summary>{t.range}</summary>
        <p className={styles.quiet}>{t.rangeHint}</p>
        {[...members].map(([serial, member]) => (
          <div key={serial} className={styles.pair}>
            <TextField
              label={t.minOf(words.inverter(serial))}
              unit="W"
              inputMode="numeric"
              help="share"
              field={bound(`${serial}-min`, member.min, (min) => put(serial, { ...member, min }))}
            />
            <TextField
              label={t.maxOf(words.inverter(serial))}
              unit="W"
              inputMode="numeric"
              help="share"
              field={bound(`${serial}-max`, member.max, (max) => put(serial, { ...member, max }))}
            />
          </div>
        ))}
      </details>
      <p className={styles.error} role={errorAt('range') && 'alert'}>
        {errorAt('range')}
      </p>
      {!isNew && view.settings.schedule.some(({ target }) => target === group.id) && (
        <p className={styles.quiet}>{t.removed}</p>
      )}
    </FormDialog>
  );
}

function withGroup(stored: LimitSettings, group: LimitGroup): LimitSettings {
  const isThere = stored.groups.some(({ id }) => id === group.id);
  const groups = isThere
    ? stored.groups.map((one) => (one.id === group.id ? group : one))
    : [...stored.groups, group];
  return { ...stored, groups };
}

function withoutGroup({ groups, schedule }: LimitSettings, id: string): LimitSettings {
  return {
    groups: groups.filter((group) => group.id !== id),
    schedule: schedule.filter(({ target }) => target !== id),
  };
}
