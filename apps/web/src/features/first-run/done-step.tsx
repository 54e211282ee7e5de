import {
  type FirstRun,
  getLiveData,
  getMqttConfig,
  getNtpConfig,
  getSources,
  type ReceivedInverter,
} from '@heliograph/contract';
import { Link } from 'wouter';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { placeTexts } from '../../shared/form/place.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { type Guide, STEPS, type StepName } from './guide.ts';
import styles from './guide-page.module.css';
import { useInverters } from './names-step.tsx';
import { StepFoot } from './step-parts.tsx';

const NO_QUERY = {};
const AGAIN_MS = 2000;

type SettingStep = Exclude<StepName, 'language' | 'done'>;

/** Where each step is found again. */
const PLACES: Readonly<Record<SettingStep, string>> = {
  password: PATHS.securitySettings,
  time: PATHS.ntpSettings,
  inverters: PATHS.sources,
  names: PATHS.inverterSettings,
  broker: PATHS.mqttSettings,
};

interface DoneStepProps {
  readonly guide: Guide;
  readonly state: FirstRun;
  readonly onDone: () => void;
}

/** What was set, where the rest is found, and the first value that came. */
export function DoneStep({ guide, state, onDone }: DoneStepProps) {
  const stored = useStored(state);
  const { welcome: t } = useTexts('welcome');
  const steps = STEPS.filter((name) => name in PLACES) as SettingStep[];
  const isSet = (name: SettingStep) => guide.outcomes[name] === 'set' || stored[name];
  return (
    <>
      <FirstValue />
      <ul className={styles.summary}>
        {steps.map((name) => (
          <li key={name}>
            <span>{(isSet(name) ? t.isSet : t.isSkipped)(t.steps[name])}</span>
            <Link href={PLACES[name]}>{t.places[name]}</Link>
          </li>
        ))}
      </ul>
      <p>{t.foundAgain}</p>
      <StepFoot guide={guide} onSkip={null} nextLabel={t.openLiveView} onNext={onDone} />
    </>
  );
}

/** What is set already, whoever has set it and when: nobody skips that by going past it. */
function useStored({ locked, default_password: isKnown }: FirstRun): Readonly<Record<SettingStep, boolean>> {
  const { answer: time } = useEndpoint(getNtpConfig, NO_QUERY);
  const { answer: broker } = useEndpoint(getMqttConfig, NO_QUERY);
  const [radio, ...devices] = useEndpoint(getSources, NO_QUERY).answer?.sources ?? [];
  const isOnAir = radio !== undefined && radio.simulated !== true;
  const inverters = (useInverters() ?? []).filter(({ source }) => source !== undefined || isOnAir);
  return {
    password: !locked && !isKnown,
    time: time !== undefined && placeTexts(time).latitude !== '',
    inverters: devices.length > 0 || (isOnAir && radio.inverters > 0),
    names: inverters.length > 0 && inverters.every(({ name, powers }) => name !== '' && powers.some(Boolean)),
    broker: broker?.mqtt_enabled === true,
  };
}

/** Of an inverter of a device, where there is one: that is what somebody waits for. */
function FirstValue() {
  const { format } = useI18n();
  const { welcome: t } = useTexts('welcome');
  const { answer } = useEndpoint(getLiveData, NO_QUERY, () => AGAIN_MS);
  const inverters = answer?.inverters ?? [];
  const ofDevices = inverters.filter(({ source }) => source !== undefined);
  const first = (ofDevices.length > 0 ? ofDevices : inverters).find(hasPower);
  return (
    <div role="status">
      {first === undefined ? (
        <Alert kind="info">{inverters.length === 0 ? t.noValuesYet : t.waitingForValues}</Alert>
      ) : (
        <Alert kind="success">
          {t.makes(first.name, `${format.noDigits(wattsOf(first) ?? 0)}${format.unitGap('W')}W`)}
        </Alert>
      )}
    </div>
  );
}

const wattsOf = ({ phase }: ReceivedInverter) =>
  phase?.values.find(({ quantity }) => quantity === 'power')?.value;
const hasPower = (inverter: ReceivedInverter) => inverter.hasReading && wattsOf(inverter) !== undefined;
