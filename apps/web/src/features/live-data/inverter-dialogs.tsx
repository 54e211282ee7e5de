import type { ReceivedInverter, ReceivedLiveData } from '@heliograph/contract';
import {
  createContext,
  type ReactNode,
  Suspense,
  startTransition,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useMay, useServices } from '../../shared/api/services.ts';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import type { Locale } from '../../shared/i18n/locales.ts';
import { inverterTitle } from '../../shared/page/inverter-state.ts';
import { ErrorBoundary } from '../../shared/ui/error-boundary.tsx';

export type DialogKind = 'limit' | 'power' | 'deviceInfo' | 'eventLog';

/** A dialog about one inverter. */
export interface DialogRequest {
  readonly kind: DialogKind;
  /** As it was when the dialog was asked for. */
  readonly inverter: ReceivedInverter;
}

interface DialogOpener {
  /** Of an inverter that the newest message tells of. */
  open(kind: DialogKind, serial: string): void;
  /** The request whose dialog could not be loaded or shown. */
  readonly failed: DialogRequest | undefined;
}

const OpenerContext = createContext<DialogOpener>({ open: () => undefined, failed: undefined });

export function useDialogOpener(): DialogOpener {
  return useContext(OpenerContext);
}

type DialogModule = typeof import('./dialogs.tsx');

/** What the dialogs say: asked for beside their code. */
const DIALOG_TEXTS = ['common', 'control', 'events', 'limits'] as const;

interface InverterDialogsProps {
  readonly live: ReceivedLiveData | undefined;
  readonly children: ReactNode;
}

/** Where the dialogs of the inverters stand: above all that comes and goes with the live data. */
export function InverterDialogs({ live, children }: InverterDialogsProps) {
  const { locale, texts } = useI18n();
  const { liveLink } = useServices();
  const loggedIn = useMay('operator');
  const [module, setModule] = useState<DialogModule>();
  const [shown, setShown] = useState<DialogRequest>();
  const [failed, setFailed] = useState<DialogRequest>();
  const wanted = useRef<DialogRequest>(undefined);
  /** The language whose texts were loaded with a dialog before. */
  const taken = useRef<Locale>(undefined);

  const open = useCallback(
    (kind: DialogKind, serial: string) => {
      const inverter = liveLink.snapshot().live?.inverters.find((each) => each.serial === serial);
      if (inverter === undefined) return;
      const request = { kind, inverter };
      wanted.current = request;
      setFailed(undefined);
      if (taken.current === locale) {
        setShown(request); // all is there: no way round by promises
        return;
      }
      Promise.all([import('./dialogs.tsx'), ...DIALOG_TEXTS.map((group) => texts.load(locale, group))]).then(
        ([loaded]) => {
          if (wanted.current !== request) return; // another one was asked for meanwhile
          taken.current = locale;
          // In a transition nothing is drawn while the texts are taken up, and so nothing is held back after it.
          startTransition(() => {
            setModule(loaded);
            setShown(request);
          });
        },
        () => {
          texts.forgetFailures();
          if (wanted.current === request) setFailed(request);
        },
      );
    },
    [locale, texts, liveLink],
  );
  function close(): void {
    wanted.current = undefined;
    setShown(undefined);
  }

  // The login ended under an open dialog: it does not come back with the next one.
  if (shown !== undefined && needsLogin(shown.kind) && !loggedIn) setShown(undefined);

  // A new one also when a dialog closes, because what it has shown may have changed what is new.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const opener = useMemo(() => ({ open, failed }), [open, failed, shown]);

  return (
    <OpenerContext value={opener}>
      {children}
      <ErrorBoundary
        fallback={null}
        resetKey={shown}
        onError={() => {
          setShown(undefined);
          setFailed(shown);
        }}
      >
        <Suspense fallback={null}>
          {module !== undefined && shown !== undefined && (
            <ShownDialog module={module} request={shown} live={live} onClose={close} />
          )}
        </Suspense>
      </ErrorBoundary>
    </OpenerContext>
  );
}

interface ShownDialogProps {
  readonly module: DialogModule;
  readonly request: DialogRequest;
  readonly live: ReceivedLiveData | undefined;
  readonly onClose: () => void;
}

function ShownDialog({ module, request, live, onClose }: ShownDialogProps) {
  const { LimitDialog, PowerDialog, EventLogDialog, DeviceInfoDialog } = module;
  const { kind, inverter } = request;
  const about = { serial: inverter.serial, name: inverterTitle(inverter), onClose };
  const now = live?.inverters.find(({ serial }) => serial === inverter.serial);
  const isGone = live !== undefined && now === undefined;
  const known = now ?? inverter;
  switch (kind) {
    case 'limit':
      return <LimitDialog {...about} isGone={isGone} />;
    case 'power':
      return <PowerDialog {...about} isGone={isGone} />;
    case 'deviceInfo':
      return <DeviceInfoDialog {...about} />;
    case 'eventLog':
      return <EventLogDialog {...about} eventCount={known.eventCount} hasReading={known.hasReading} />;
  }
}

/** Source: docs/specification-check.md#6-roles-and-permissions. */
export function needsLogin(kind: DialogKind): boolean {
  return kind === 'limit' || kind === 'power';
}
