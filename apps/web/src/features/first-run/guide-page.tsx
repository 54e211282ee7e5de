import { endFirstRun, getAlertSettings, getFirstRun, setAlertSettings } from '@heliograph/contract';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useRouter } from 'wouter';
import { useMay, useServices } from '../../shared/api/services.ts';
import { putOff } from '../../shared/api/tab-memory.ts';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import { askAgainMs, LoadFailure } from '../../shared/form/load-failure.tsx';
import { Waiting } from '../../shared/form/waiting.tsx';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { DoneStep } from './done-step.tsx';
import { type Guide, STEPS, type StepName, useGuide } from './guide.ts';
import styles from './guide-page.module.css';
import { LanguageStep } from './language-step.tsx';
import { NamesStep } from './names-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { TimeStep } from './time-step.tsx';

/** Whoever only wants a password waits for none of this. */
const InvertersStep = lazy(() =>
  import('./inverters-step.tsx').then((step) => ({ default: step.InvertersStep })),
);
const BrokerStep = lazy(() => import('./broker-step.tsx').then((step) => ({ default: step.BrokerStep })));

/** Sets up a fresh gateway, step by step; every step can be skipped, and has its place in the settings. */
export function GuidePage() {
  const guide = useGuide();
  const { t } = useI18n();
  const { welcome } = useTexts('welcome');
  const { answer, failure, reload } = useEndpoint(getFirstRun, NO_QUERY, askAgainMs);
  const finish = useFinish(guide);
  useLanguageOfMessages(answer?.open === true && STEPS.indexOf(guide.step) > STEPS.indexOf('password'));
  const number = STEPS.indexOf(guide.step) + 1;
  if (answer === undefined) {
    return (
      <section className={styles.guide}>
        <h1>{t.titles.welcome}</h1>
        {failure !== undefined && <LoadFailure failure={failure} onRetry={reload} />}
      </section>
    );
  }
  const steps: Readonly<Record<StepName, () => ReactNode>> = {
    language: () => <LanguageStep guide={guide} />,
    password: () => (
      <PasswordStep
        guide={guide}
        state={answer}
        onSet={reload}
        onRestore={() => finish(PATHS.configManagement)}
      />
    ),
    time: () => <TimeStep guide={guide} />,
    inverters: () => <InvertersStep guide={guide} />,
    names: () => <NamesStep guide={guide} />,
    broker: () => <BrokerStep guide={guide} />,
    done: () => <DoneStep guide={guide} state={answer} onDone={() => finish(PATHS.home)} />,
  };
  return (
    <section className={styles.guide}>
      <h1>{t.titles.welcome}</h1>
      <div className={styles.progress}>
        <p>{welcome.progress(String(number), String(STEPS.length))}</p>
        <progress aria-hidden value={number} max={STEPS.length} />
      </div>
      <Step key={guide.step} name={guide.step} takesFocus={guide.hasMoved}>
        {steps[guide.step]()}
      </Step>
    </section>
  );
}

const NO_QUERY = {};

interface StepProps {
  readonly name: StepName;
  /** Somebody has come here from another step. */
  readonly takesFocus: boolean;
  readonly children: ReactNode;
}

/** One step, whose heading has the focus once it is there. */
function Step({ name, takesFocus, children }: StepProps) {
  const { welcome } = useTexts('welcome');
  const heading = useRef<HTMLHeadingElement>(null);
  const arrive = useEffectEvent(() => {
    if (!takesFocus) return; // whoever has just come begins at the top
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  });
  useEffect(arrive, []);
  return (
    <div className={styles.step}>
      <h2 ref={heading} tabIndex={-1}>
        {welcome.steps[name]}
      </h2>
      <Suspense
        fallback={
          <Waiting>
            <Skeleton height="18rem" />
          </Waiting>
        }
      >
        {children}
      </Suspense>
    </div>
  );
}

/**
 * What a fresh gateway tells by itself is in the language of its guide, as soon as its admin is logged in. Once there is a way to send
 * messages, somebody has seen the page where their language is chosen.
 */
function useLanguageOfMessages(isFresh: boolean): void {
  const { call } = useServices();
  const { locale } = useI18n();
  const isAdmin = useMay('admin');
  const isWanted = isFresh && isAdmin;
  useEffect(() => {
    async function take(): Promise<void> {
      const stored = await call(getAlertSettings);
      if (stored.kind !== 'answered') return; // it is found again on the page Alerts
      const { channels, language } = stored.answer;
      if (channels.length > 0 || language === locale) return;
      await call(setAlertSettings, { body: { ...stored.answer, language: locale } });
    }
    if (isWanted) void take();
  }, [call, locale, isWanted]);
}

/** The guide does not open by itself any more: the gateway knows, or, where it does not take that, at least this browser. */
function useFinish(guide: Guide): (path: string) => Promise<void> {
  const { call } = useServices();
  const { base } = useRouter();
  const [, navigate] = useLocation();
  return async (path) => {
    const result = await call(endFirstRun, { body: { done: true } });
    if (result.kind === 'unauthorized') return;
    if (result.kind !== 'answered' || result.answer.type !== 'success') {
      putOff(document, base);
    }
    guide.leave(() => navigate(path, { replace: true }));
  };
}
