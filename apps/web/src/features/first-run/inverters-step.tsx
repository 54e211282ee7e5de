import {
  deleteInverter,
  type FoundSource,
  findSources,
  getInverterList,
  getSources,
  PASSING_SOURCE_PROBLEMS,
  type ReceivedSourceTrial,
  type SourceProblem,
  type SourceStatus,
  saveSource,
} from '@heliograph/contract';
import { type FormEvent, useState } from 'react';
import { Link, useRouter } from 'wouter';
import { useServices } from '../../shared/api/services.ts';
import { type Loaded, useEndpoint } from '../../shared/api/use-endpoint.ts';
import { PasswordField } from '../../shared/form/password-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { resultText } from '../../shared/i18n/result-text.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { addressText, announcedAddress, readAddress } from '../../shared/lib/source-address.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ExternalLink } from '../../shared/ui/external-link.tsx';
import type { Guide } from './guide.ts';
import styles from './guide-page.module.css';
import { Problem, StepFoot, typedField, useErrorFocus, useSending } from './step-parts.tsx';

const NO_QUERY = {};
const SOURCES_AGAIN_MS = 3000;
const SEARCH_AGAIN_MS = 2000;
/** The gateway asks a device five times at most and waits 10 s for each answer. */
const DEVICE_WAIT_MS = 55_000;
const DEFAULT_USER = 'admin';

/** Where the inverters are: at devices, on the air, or nowhere yet. */
export function InvertersStep({ guide }: { readonly guide: Guide }) {
  const { welcome: t } = useTexts('welcome');
  const { base } = useRouter();
  const sources = useEndpoint(getSources, NO_QUERY, () => SOURCES_AGAIN_MS);
  const [radio, ...devices] = sources.answer?.sources ?? [];
  const hasChip = radio !== undefined && radio.simulated !== true;
  const isReal = devices.length > 0 || hasChip;
  const hasInverters = devices.length > 0 || (radio?.inverters ?? 0) > 0;
  return (
    <>
      <p>{t.invertersIntro}</p>
      <DeviceList devices={devices} />
      <AddDevice guide={guide} devices={devices} onAdded={sources.reload} />
      {radio?.simulated && radio.inverters > 0 ? (
        <Simulated isReal={isReal} count={radio.inverters} onRemoved={sources.reload} />
      ) : null}
      <section className={styles.way}>
        <h3>{t.radio}</h3>
        {hasChip ? <Chip problem={radio.problem} /> : <p>{t.radioText}</p>}
        <Link href={PATHS.inverterSettings}>{t.radioLink}</Link>
        {!hasChip && <ExternalLink href={`${base}/guide/radio`}>{t.radioHow}</ExternalLink>}
      </section>
      <StepFoot
        guide={guide}
        onSkip={isReal ? null : undefined}
        {...(isReal
          ? { onNext: () => guide.goOn(hasInverters ? 'set' : 'skipped') }
          : { skipLabel: t.keepSimulated })}
      />
    </>
  );
}

/** What is so of the gateway's own radio where it drives one. */
function Chip({ problem }: { readonly problem: SourceProblem | undefined }) {
  const { plant, welcome: t } = useTexts('plant', 'welcome');
  if (problem === undefined) return <p>{t.radioRuns}</p>;
  return (
    <>
      <p>{plant.problems[problem]}</p>
      <Link href={PATHS.radio}>{t.radioState}</Link>
    </>
  );
}

function DeviceList({ devices }: { readonly devices: readonly SourceStatus[] }) {
  const { format } = useI18n();
  const { plant, welcome: t } = useTexts('plant', 'welcome');
  return (
    <div role="status">
      {devices.map(({ id, name, state, problem, inverters }) => (
        <Alert key={id} kind={state === 'live' ? 'success' : 'info'}>
          <b>
            <bdi>{name || t.device}</bdi>
          </b>
          <p>
            {state === 'live'
              ? format.count(inverters, t.deviceLive)
              : problem === undefined
                ? t.deviceConnecting
                : plant.problems[problem]}
          </p>
        </Alert>
      ))}
    </div>
  );
}

interface AddDeviceProps {
  readonly guide: Guide;
  readonly devices: readonly SourceStatus[];
  readonly onAdded: () => void;
}

function AddDevice({ guide, devices, onAdded }: AddDeviceProps) {
  const { call } = useServices();
  const texts = useTexts('common', 'plant', 'sources', 'welcome');
  const { sources: s, welcome: t } = texts;
  const { isBusy, problem, send } = useSending();
  const [isChecked, setChecked] = useState(false);
  const { form, toFirstError } = useErrorFocus();
  const [mayPass, setMayPass] = useState(false);
  const address = typedField(guide, 'address');
  const user = typedField(guide, 'deviceUser', DEFAULT_USER);
  const read = readAddress(address.value);
  const problems = {
    ...{ empty: s.addressRequired, none: s.addressNone, scheme: s.addressScheme, login: s.addressLogin },
    query: s.addressQuery,
  };

  const refusal = ({ source_problem: why, ...answer }: ReceivedSourceTrial) =>
    why ? `${texts.plant.problems[why]} ${s.toDo[why]}` : resultText(texts, answer);

  async function add(untested: boolean): Promise<void> {
    setChecked(true);
    toFirstError();
    if (typeof read === 'string' || isBusy) return;
    const { devicePassword: password = '' } = guide.typed;
    const body = { ...read, ...{ id: '', name: '', enabled: true, user: user.value, password, untested } };
    const answer = await send(() => call(saveSource, { body, waitMs: DEVICE_WAIT_MS }), refusal);
    const why = answer?.source_problem;
    setMayPass(
      answer?.type !== 'success' && why !== undefined && why !== '' && PASSING_SOURCE_PROBLEMS.includes(why),
    );
    if (answer?.type !== 'success') return;
    setChecked(false);
    guide.type({ address: '', devicePassword: '' });
    onAdded();
  }

  return (
    <section className={styles.way}>
      <h3>{devices.length === 0 ? t.device : t.anotherDevice}</h3>
      <FoundDevices
        isFirst={devices.length === 0}
        onChoose={(found) => {
          guide.type({ address: found });
          document.querySelector<HTMLElement>('[name="devicePassword"]')?.focus(); // what is missing now
        }}
      />
      <form
        ref={form}
        noValidate
        className={styles.form}
        onChange={() => setMayPass(false)}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void add(false);
        }}
      >
        <TextField
          label={s.address}
          hint={s.addressHint}
          field={{ ...address, error: isChecked && typeof read === 'string' ? problems[read] : undefined }}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField label={s.user} hint={s.userHint} field={user} autoCapitalize="none" spellCheck={false} />
        <PasswordField
          label={s.password}
          hint={s.passwordHint}
          field={typedField(guide, 'devicePassword')}
          autoComplete="current-password"
        />
        <Problem of={problem} />
        <Button variant="primary" type="submit" className={styles.aside} aria-disabled={isBusy}>
          {isBusy ? s.saving : s.add}
        </Button>
        {mayPass && (
          <>
            <Button className={styles.aside} onClick={() => void add(true)}>
              {s.saveAnyway}
            </Button>
            <p>{s.saveAnywayNote}</p>
          </>
        )}
      </form>
    </section>
  );
}

interface FoundDevicesProps {
  /** None is set up yet. */
  readonly isFirst: boolean;
  readonly onChoose: (address: string) => void;
}

/** Those that announce themselves: a press takes over the address. */
function FoundDevices({ isFirst, onChoose }: FoundDevicesProps) {
  const { sources: s } = useTexts('sources');
  const { answer } = useEndpoint(findSources, NO_QUERY, searchAgainMs);
  const found = answer?.devices ?? [];
  return (
    <>
      {found.map((device) => {
        const address = addressText(announcedAddress(device));
        return (
          <Button
            key={`${device.host}:${device.port}`}
            className={styles.found}
            onClick={() => onChoose(address)}
          >
            <strong>{device.name || address}</strong>
            <span>{[address, ...device.addresses].join(', ')}</span>
          </Button>
        );
      })}
      <p role="status" className={styles.quiet}>
        {answer?.listening !== false ? s.searching : found.length === 0 && isFirst ? s.noneFound : ''}
      </p>
    </>
  );
}

function searchAgainMs({
  answer,
}: Loaded<{ readonly devices: readonly FoundSource[]; readonly listening: boolean }>) {
  return answer === undefined || answer.listening ? SEARCH_AGAIN_MS : undefined;
}

interface SimulatedProps {
  /** There is a device with inverters on a roof. */
  readonly isReal: boolean;
  readonly count: number;
  readonly onRemoved: () => void;
}

/** What a fresh gateway shows, which nobody needs any more once there are real ones. */
function Simulated({ isReal, count, onRemoved }: SimulatedProps) {
  const { call } = useServices();
  const { format } = useI18n();
  const { welcome: t } = useTexts('common', 'welcome');
  const { isBusy, problem, send } = useSending();

  async function remove(): Promise<void> {
    if (isBusy) return;
    const list = await call(getInverterList);
    if (list.kind !== 'answered') return;
    for (const { id } of list.answer.inverter) {
      const answer = await send(() => call(deleteInverter, { body: { id } }));
      if (answer?.type !== 'success') break;
    }
    onRemoved();
  }

  return (
    <section className={styles.way}>
      <h3>{t.simulated}</h3>
      <p>{isReal ? format.count(count, t.simulatedBeside) : t.simulatedText}</p>
      {isReal && (
        <Button className={styles.aside} aria-disabled={isBusy} onClick={() => void remove()}>
          {t.removeSimulated}
        </Button>
      )}
      <Problem of={problem} />
    </section>
  );
}
