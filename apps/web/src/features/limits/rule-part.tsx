import {
  armRule,
  getRule,
  LIMIT_CAP_MAX_W,
  RULE_HYSTERESIS_MAX_W,
  RULE_HYSTERESIS_MIN_W,
  RULE_MARGIN_MAX_PERCENT,
  RULE_MARGIN_MIN_PERCENT,
  RULE_TARGET_MAX_W,
  type RuleReason,
  type RuleState,
  type RuleUpdate,
  setRule,
  testFailSafe,
  WHOLE_PLANT,
} from '@heliograph/contract';
import { type ReactNode, useId, useState } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { AskDialog } from '../../shared/form/ask-dialog.tsx';
import { FailureAlert } from '../../shared/form/failure-alert.tsx';
import { bound, Choices, FormDialog } from '../../shared/form/form-dialog.tsx';
import type { FormFailure } from '../../shared/form/form-state.ts';
import { TextField } from '../../shared/form/text-field.tsx';
import { wholeNumber, wholeNumberError } from '../../shared/form/whole-number.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { InfoList } from '../../shared/ui/info-list.tsx';
import { DryRunLive, DryRunNumbers, DryRunTrial } from './dry-run.tsx';
import { limitOutcome } from './limit-outcome.ts';
import { maxOf } from './limit-words.ts';
import styles from './limits.module.css';
import { MeterForm } from './meter-form.tsx';
import { ModbusForm } from './modbus-form.tsx';
import type { LimitsView } from './use-limits.ts';

const NO_QUERY = {};
const EVERY_MS = 2000;

interface RuleCardProps {
  readonly view: LimitsView;
}

interface RulePartProps extends RuleCardProps {
  /** What stands below the rule. */
  readonly children: ReactNode;
}

/** What only a house with a meter or an energy manager needs, so it comes after the rest of the page. */
export function RulePart({ view, children }: RulePartProps) {
  if (!view.isAdmin) {
    return (
      <div className={styles.columns}>
        <RuleCard view={view} />
        {children}
      </div>
    );
  }
  return (
    <div className={styles.columns}>
      <div className={styles.part}>
        <MeterForm />
      </div>
      <div className={styles.side}>
        <RuleCard view={view} />
        {children}
      </div>
      <div className={styles.part}>
        <ModbusForm nameOf={view.words.inverter} />
      </div>
    </div>
  );
}

/** What the rule by the meter does or would do, and where it is armed. */
function RuleCard({ view }: RuleCardProps) {
  const { call } = useServices();
  const texts = useTexts('limits', 'house');
  const { rule: t } = texts.house;
  const { answer: rule, reload } = useEndpoint(getRule, NO_QUERY, () => EVERY_MS);
  const obstacleId = useId();
  const [opened, setOpened] = useState<'form' | 'arm' | 'disarm'>();
  const [failure, setFailure] = useState<FormFailure>();
  const { words, isAdmin, mayOrder } = view;
  if (rule === undefined) return <Card title={t.title}>{t.intro}</Card>;
  const { armed: isArmed } = rule;
  const named = (serials: readonly string[]) => serials.map(words.inverter).join(', ');

  function close(): void {
    setOpened(undefined);
    reload();
  }

  const arm = async (armed: boolean) => limitOutcome(texts, await call(armRule, { body: { armed } }), close);

  async function test(isWanted: boolean): Promise<void> {
    setFailure(undefined);
    const outcome = limitOutcome(texts, await call(testFailSafe, { body: { test: isWanted } }), reload);
    if (typeof outcome === 'function') outcome();
    else setFailure(outcome);
  }

  return (
    <Card title={t.title}>
      <p className={styles.quiet}>{t.intro}</p>
      <p>
        <b>{isArmed ? t.armed : t.off}</b>
      </p>
      <RuleNow rule={rule} named={named} />
      <InfoList
        rows={[
          [t.meterPower, words.watts(rule.meter_power)],
          [t.safePower, words.watts(rule.safe_power)],
        ]}
      />
      {isAdmin && !isArmed && (
        <>
          <h3>{t.dry.title}</h3>
          <DryRunLive view={view} />
          <DryRunTrial rule={updateOf(rule)} />
        </>
      )}
      {failure !== undefined && <FailureAlert failure={failure} />}
      {isAdmin && rule.obstacle !== undefined && <p id={obstacleId}>{t.obstacles[rule.obstacle]}</p>}
      {(isAdmin || (mayOrder && isArmed)) && (
        <RuleActions
          {...{ rule, isAdmin, obstacleId }}
          onTest={() => void test(!rule.test?.running)}
          onOpen={setOpened}
        />
      )}
      {opened === 'form' && <RuleDialog {...{ view, rule }} onClose={close} />}
      {opened === 'arm' && (
        <AskDialog
          {...{ title: t.armTitle, action: t.armIt, acting: t.arming, onClose: close }}
          act={() => arm(true)}
        >
          <BeforeArming {...{ rule, named, view }} />
          <h3>{t.dry.title}</h3>
          <DryRunNumbers rule={updateOf(rule)} view={view} />
        </AskDialog>
      )}
      {opened === 'disarm' && (
        <AskDialog
          {...{ title: t.disarm, action: t.disarm, acting: t.disarming, onClose: close }}
          act={() => arm(false)}
        >
          <p>{t.disarmAsk}</p>
        </AskDialog>
      )}
    </Card>
  );
}

interface RuleActionsProps {
  readonly rule: RuleState;
  readonly isAdmin: boolean;
  /** Of the text that says why it cannot be armed. */
  readonly obstacleId: string;
  readonly onTest: () => void;
  readonly onOpen: (dialog: 'form' | 'arm' | 'disarm') => void;
}

/** An operator may only try the fail-safe, which is an order; an admin also arms the rule and changes it. */
function RuleActions({ rule, isAdmin, obstacleId, onTest, onOpen }: RuleActionsProps) {
  const texts = useTexts('limits', 'house');
  const { rule: t } = texts.house;
  return (
    <div className={styles.actions}>
      {rule.armed && <Button onClick={onTest}>{rule.test?.running ? t.testCancel : t.test}</Button>}
      {isAdmin && rule.armed && <Button onClick={() => onOpen('disarm')}>{t.disarm}</Button>}
      {isAdmin && !rule.armed && (
        <Button
          variant="primary"
          aria-disabled={rule.obstacle !== undefined}
          aria-describedby={rule.obstacle && obstacleId}
          onClick={() => rule.obstacle === undefined && onOpen('arm')}
        >
          {t.arm}
        </Button>
      )}
      {isAdmin && <Button onClick={() => onOpen('form')}>{texts.limits.groups.editShort}</Button>}
    </div>
  );
}

/** What can be changed of it. */
const updateOf = ({ target, meter_power, hysteresis, margin, safe_power }: RuleState): RuleUpdate => ({
  ...{ target, meter_power, hysteresis, margin, safe_power },
});

interface RuleFactsProps {
  readonly rule: RuleState;
  /** What inverters are called. */
  readonly named: (serials: readonly string[]) => string;
}

/** What happens when something dies, and what arming does to the inverters. */
function BeforeArming({ rule, named, view }: RuleFactsProps & RuleCardProps) {
  const t = useTexts('house').house.rule;
  const mostW = maxOf(view, rule.target);
  return (
    <>
      {t.before(view.words.watts(rule.safe_power), String(rule.promise)).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {rule.silent && <p>{t.silent(named(rule.silent))}</p>}
      {rule.safe_power === 0 && <p>{t.noSafePower}</p>}
      {mostW !== undefined && rule.safe_power >= mostW && (
        <p>
          <b>{t.safePowerIsAll(view.words.watts(mostW))}</b>
        </p>
      )}
    </>
  );
}

/** In a sentence or two. */
function RuleNow({ rule, named }: RuleFactsProps) {
  const t = useTexts('house').house.rule;
  const { armed: isArmed, reason, test } = rule;
  // While the fail-safe is tested the meter tells what it tells; the rule only acts as if it did not.
  const isTested = test?.running === true;
  return (
    <div aria-live="polite">
      {!isTested && reason !== undefined && (
        <p>{isArmed ? t.reasons[reason] : `${t.wouldBe} ${t.reasons[reason]}`}</p>
      )}
      {!isTested && rule.fail_safe && <p>{failSafeText(t, reason)}</p>}
      {isTested && <p>{t.testing}</p>}
      {rule.owed && <p>{isArmed ? t.owed(named(rule.owed)) : t.owedBack(named(rule.owed))}</p>}
      {rule.overruled && <p>{t.overruled(named(rule.overruled))}</p>}
      {test?.running === false && (
        <p>{test.seconds === undefined ? t.testFailed : t.tested(String(test.seconds))}</p>
      )}
    </div>
  );
}

/** It goes on for a while after the meter speaks again. */
function failSafeText(t: TextsOf<'house'>['house']['rule'], reason: RuleReason | undefined): string {
  if (reason === 'meter-stale') return t.failSafe;
  const hasNone = reason === 'no-inverter' || reason === 'held-by-others';
  return hasNone ? t.failSafeAlone : t.failSafeStays;
}

interface RuleDialogProps extends RuleCardProps {
  readonly rule: RuleState;
  readonly onClose: () => void;
}

const RANGES = {
  meter: { min: -RULE_TARGET_MAX_W, max: RULE_TARGET_MAX_W },
  safe: { min: 0, max: LIMIT_CAP_MAX_W },
  hysteresis: { min: RULE_HYSTERESIS_MIN_W, max: RULE_HYSTERESIS_MAX_W },
  margin: { min: RULE_MARGIN_MIN_PERCENT, max: RULE_MARGIN_MAX_PERCENT },
} as const;
type Field = keyof typeof RANGES;

function RuleDialog({ view, rule, onClose }: RuleDialogProps) {
  const { call } = useServices();
  const texts = useTexts('common', 'limits', 'house');
  const t = texts.house.rule;
  const { words, format, settings } = view;
  const [target, setTarget] = useState(rule.target);
  const [typed, setTyped] = useState<Readonly<Record<Field, string>>>({
    meter: String(rule.meter_power),
    safe: String(rule.safe_power),
    hysteresis: String(rule.hysteresis),
    margin: String(rule.margin),
  });
  const [isTouched, setTouched] = useState(false);
  const errorOf = (field: Field) => wholeNumberError(texts, format, typed[field], RANGES[field]);
  const numberOf = (field: Field) => wholeNumber(typed[field]) ?? 0;

  /** Undefined: a field is not right. */
  function typedRule(): RuleUpdate | undefined {
    if ((Object.keys(RANGES) as Field[]).some((field) => errorOf(field) !== undefined)) return undefined;
    return {
      ...{ target, meter_power: numberOf('meter'), safe_power: numberOf('safe') },
      ...{ hysteresis: numberOf('hysteresis'), margin: numberOf('margin') },
    };
  }

  function submit() {
    const body = typedRule();
    if (body === undefined) return undefined;
    return call(setRule, { body }).then((result) => limitOutcome(texts, result, onClose));
  }

  const field = (name: Field) =>
    bound(
      name,
      typed[name],
      (text) => {
        setTouched(true);
        setTyped({ ...typed, [name]: text });
      },
      errorOf(name),
    );
  return (
    <FormDialog
      title={t.title}
      action={texts.common.form.save}
      acting={texts.common.form.saving}
      isTyped={isTouched}
      submit={submit}
      onClose={onClose}
    >
      <TextField label={t.meterPower} unit="W" hint={t.meterPowerHint} field={field('meter')} />
      <TextField
        label={t.safePower}
        unit="W"
        inputMode="numeric"
        hint={t.safePowerHint}
        field={field('safe')}
      />
      {settings.groups.length > 0 && (
        <Choices
          label={t.target}
          help="rule-target"
          options={[WHOLE_PLANT, ...settings.groups.map(({ id }) => id)].map((value) => ({
            ...{ value, label: words.target(value) },
          }))}
          isChosen={(value) => value === target}
          onChoose={(value) => {
            setTouched(true);
            setTarget(value);
          }}
        />
      )}
      <TextField label={t.hysteresis} unit="W" inputMode="numeric" field={field('hysteresis')} />
      <TextField label={t.margin} unit="%" inputMode="numeric" field={field('margin')} />
      {rule.armed && numberOf('safe') !== rule.safe_power && (
        <p>{t.rewritten(words.watts(numberOf('safe')))}</p>
      )}
      {rule.armed && target !== rule.target && <p>{t.addedLater}</p>}
      <DryRunTrial rule={typedRule()} />
    </FormDialog>
  );
}
