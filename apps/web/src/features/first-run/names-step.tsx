import {
  editInverter,
  getInverterList,
  getSourceInverters,
  getSourceSettings,
  INVERTER_NAME_MAX_LENGTH,
  type ListedInverter,
  type ReceivedApiResult,
  renameSourceInverter,
  type SourceInverter,
  stringCountMaxOf,
} from '@heliograph/contract';
import { type FormEvent, useEffect, useState } from 'react';
import type { CallResult } from '../../shared/api/call.ts';
import { useServices } from '../../shared/api/services.ts';
import { lengthError } from '../../shared/form/length-note.ts';
import { TextField } from '../../shared/form/text-field.tsx';
import { wholeNumber } from '../../shared/form/whole-number.ts';
import { useTexts } from '../../shared/i18n/i18n-context.ts';
import { resultText } from '../../shared/i18n/result-text.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import type { Guide } from './guide.ts';
import styles from './guide-page.module.css';
import { Problem, StepFoot, typedField, useErrorFocus, useSending } from './step-parts.tsx';

/** An inverter of either kind, with its name and the peak powers of its strings as they are. */
interface Named {
  readonly serial: string;
  readonly name: string;
  readonly powers: readonly number[];
  /** Undefined: it is one of the gateway's own. */
  readonly source: { readonly id: string; readonly inverter: SourceInverter } | undefined;
  readonly listed: ListedInverter | undefined;
}

const POWER_MAX_W = 65_535;

/** What the inverters are called, and what their modules can give. */
export function NamesStep({ guide }: { readonly guide: Guide }) {
  const { call } = useServices();
  const texts = useTexts('common', 'welcome');
  const { common, welcome: t } = texts;
  const { isBusy, problem, send } = useSending();
  const inverters = useInverters();
  const [isChecked, setChecked] = useState(false);
  const { form, toFirstError } = useErrorFocus();
  const nameField = ({ serial, name }: Named) => typedField(guide, `name-${serial}`, name);
  const powerField = ({ serial, powers }: Named, index: number) =>
    typedField(guide, `power-${serial}-${index}`, powers[index] ? String(powers[index]) : '');
  const powerOf = (text: string) => (text.trim() === '' ? 0 : wholeNumber(text));
  const isPower = (text: string) => {
    const watts = powerOf(text);
    return watts !== undefined && watts >= 0 && watts <= POWER_MAX_W;
  };

  /** What the gateway would refuse; that of a device may be left to the device. */
  const nameError = (named: Named) => {
    const name = nameField(named).value.trim();
    if (name === '' && named.source === undefined && named.name !== '') return t.nameMissing;
    return lengthError(texts, name, INVERTER_NAME_MAX_LENGTH);
  };
  const isRight = (named: Named) =>
    nameError(named) === undefined &&
    named.powers.every((_, index) => isPower(powerField(named, index).value));

  function isChanged(named: Named): boolean {
    const powers = named.powers.map((watts, index) => powerOf(powerField(named, index).value) !== watts);
    return nameField(named).value.trim() !== named.name || powers.includes(true);
  }

  async function saveOne(named: Named): Promise<boolean> {
    const name = nameField(named).value.trim();
    const watts = named.powers.map((_, index) => powerOf(powerField(named, index).value) ?? 0);
    const { source, listed, serial } = named;
    // Of all that is there, whatever the gateway refuses has to be known by its inverter.
    const refusal = (answer: ReceivedApiResult) => `${name || serial}: ${resultText(texts, answer)}`;
    const answer = await send((): Promise<CallResult<ReceivedApiResult>> => {
      if (source !== undefined) {
        const { inverter } = source;
        const channel = inverter.channel.map((string, index) => ({
          name: string.name,
          max_power: watts[index] === string.device_max_power ? 0 : (watts[index] ?? 0),
        }));
        const ownName = name === inverter.device_name ? '' : name;
        const body = { source: source.id, serial, name: ownName, channel, on_device: false };
        return call(renameSourceInverter, { body });
      }
      const strings = listed?.channel ?? [];
      const channel = strings.map((string, index) => ({ ...string, max_power: watts[index] ?? 0 }));
      return call(editInverter, { body: { id: listed?.id ?? 0, serial, name, channel } });
    }, refusal);
    return answer?.type === 'success';
  }

  async function save(): Promise<void> {
    setChecked(true);
    toFirstError();
    const all = inverters ?? [];
    if (!all.every(isRight)) return;
    for (const named of all.filter(isChanged)) if (!(await saveOne(named))) return;
    guide.goOn(all.length > 0 ? 'set' : 'skipped');
  }

  if (inverters === undefined) return <StepFoot guide={guide} />;
  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isBusy) void save();
      }}
    >
      {inverters.length === 0 ? <Alert kind="info">{t.noInverters}</Alert> : <p>{t.namesIntro}</p>}
      {inverters.map((named) => (
        <fieldset key={named.serial} className={styles.inverter}>
          <legend translate="no">{named.serial}</legend>
          <TextField
            label={t.inverterName}
            field={{ ...nameField(named), error: isChecked ? nameError(named) : undefined }}
          />
          <div className={styles.powers}>
            {named.powers.map((_, index) => {
              const field = powerField(named, index);
              const error = common.form.wholeNumber('0', String(POWER_MAX_W));
              return (
                <TextField
                  // biome-ignore lint/suspicious/noArrayIndexKey: a string is known by its number
                  key={index}
                  label={t.peakPower(String(index + 1))}
                  unit="W"
                  field={{ ...field, error: isChecked && !isPower(field.value) ? error : undefined }}
                  inputMode="numeric"
                />
              );
            })}
          </div>
        </fieldset>
      ))}
      <Problem of={problem} />
      <StepFoot guide={guide} isBusy={isBusy} onNext={() => void save()} />
      <button type="submit" hidden aria-hidden tabIndex={-1} />
    </form>
  );
}

/** Those of the devices first; undefined until they are known. */
export function useInverters(): readonly Named[] | undefined {
  const { call } = useServices();
  const [inverters, setInverters] = useState<readonly Named[]>();

  useEffect(() => {
    let isWanted = true;
    async function load(): Promise<void> {
      const [settings, own] = await Promise.all([call(getSourceSettings), call(getInverterList)]);
      const ids = settings.kind === 'answered' ? settings.answer.sources.map(({ id }) => id) : [];
      const ofDevices = await Promise.all(
        ids.map(async (id) => {
          const list = await call(getSourceInverters, { query: { source: id } });
          return list.kind === 'answered'
            ? list.answer.inverters.map((inverter) => ofDevice(id, inverter))
            : [];
        }),
      );
      if (!isWanted) return;
      setInverters([
        ...ofDevices.flat(),
        ...(own.kind === 'answered' ? own.answer.inverter.map(ofRadio) : []),
      ]);
    }
    void load();
    return () => {
      isWanted = false;
    };
  }, [call]);

  return inverters;
}

const ofDevice = (id: string, inverter: SourceInverter): Named => ({
  ...{ serial: inverter.serial, name: inverter.name || inverter.device_name, listed: undefined },
  powers: inverter.channel.map(({ max_power: own, device_max_power: device }) => own || device),
  source: { id, inverter },
});

const ofRadio = (listed: ListedInverter): Named => ({
  ...{ serial: listed.serial, name: listed.name, source: undefined, listed },
  powers: listed.channel.slice(0, stringCountMaxOf(listed.serial)).map(({ max_power }) => max_power),
});
