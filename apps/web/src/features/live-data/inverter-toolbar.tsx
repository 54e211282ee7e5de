import { Gauge, type IconNode, Info, Power, ScrollText } from 'lucide';
import { type KeyboardEvent, memo } from 'react';
import { Link, useSearch } from 'wouter';
import { useLinkSnapshot, useMay, useServices, useUser } from '../../shared/api/services.ts';
import { useHydrated } from '../../shared/api/use-hydrated.ts';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { indexAfterKey } from '../../shared/lib/index-after-key.ts';
import { loginPath, PATHS } from '../../shared/lib/paths.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { type DialogKind, needsLogin, useDialogOpener } from './inverter-dialogs.tsx';
import styles from './inverter-toolbar.module.css';
import { OrdersPart } from './pending-orders-place.tsx';
import { newEventCount } from './seen-events.ts';

const REASON_ID = 'toolbar-reason';
/** The sentence that says that the link is lost. */
export const STALE_ID = 'link-stale';

const ACTIONS: readonly (readonly [kind: DialogKind, icon: IconNode])[] = [
  ['limit', Gauge],
  ['power', Power],
  ['deviceInfo', Info],
  ['eventLog', ScrollText],
];

interface InverterToolbarProps {
  readonly serial: string;
  /** How many events the log has; undefined: there is no log. */
  readonly eventCount: number | undefined;
  readonly hasReading: boolean;
  /** The gateway is out of reach: nothing can be asked of it. */
  readonly linkStale: boolean;
}

/**
 * What can be done with an inverter. Each button that can be used is a stop of the Tab key, and no other one is: why one
 * cannot be used stands beside them. Arrow keys work as well. A message with new values changes nothing here.
 */
export const InverterToolbar = memo(function InverterToolbar({
  serial,
  eventCount,
  hasReading,
  linkStale,
}: InverterToolbarProps) {
  const { t } = useI18n();
  const { open, failed } = useDialogOpener();
  const mayOrder = useMay('operator');
  // Without an event log there is nothing to open; it may go while its button is the one that can be reached.
  const actions = eventCount === undefined ? ACTIONS.filter(([kind]) => kind !== 'eventLog') : ACTIONS;

  function onKeyDown(event: KeyboardEvent): void {
    // Still held from a dialog that it has just closed, where it meant something else.
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    const usable = [...event.currentTarget.querySelectorAll<HTMLElement>('[aria-disabled="false"]')];
    const from = usable.indexOf(document.activeElement as HTMLElement);
    const to = from < 0 ? undefined : indexAfterKey(event.key, from, usable.length);
    if (to === undefined) return;
    event.preventDefault();
    usable[to]?.focus();
  }

  return (
    <div className={styles.area}>
      <div role="toolbar" aria-label={t.toolbar.label} className={styles.toolbar} onKeyDown={onKeyDown}>
        {actions.map(([kind, icon]) => {
          const reason = linkStale ? STALE_ID : needsLogin(kind) && !mayOrder ? REASON_ID : undefined;
          return (
            <Button
              key={kind}
              aria-haspopup="dialog"
              aria-disabled={reason !== undefined}
              aria-describedby={reason}
              tabIndex={reason === undefined ? 0 : -1}
              className={styles.action}
              onClick={() => {
                if (reason === undefined) open(kind, serial);
              }}
            >
              <Icon of={icon} size={18} />
              <span className={styles.words}>
                <span>{t.toolbar[kind]}</span>
                {kind === 'eventLog' && hasReading && <EventBadge serial={serial} events={eventCount ?? 0} />}
              </span>
            </Button>
          );
        })}
      </div>
      <div className={styles.below}>
        {!mayOrder && <LoginReason />}
        {/* Always there: a screen reader tells what changes in a place it knows. */}
        <div role="status">
          <OrdersPart name="Chips" serial={serial} />
        </div>
      </div>
      {failed?.inverter.serial === serial && (
        <Alert kind="danger" announced>
          <p>{t.failure.chunk}</p>
          <Button className={styles.reload} onClick={() => window.location.reload()}>
            {t.reload}
          </Button>
        </Alert>
      )}
    </div>
  );
});

/** Why some buttons need a login, and the way to it. */
function LoginReason() {
  const { toolbar: t } = useI18n().t;
  const search = useSearch();
  const isLoggedIn = useUser() !== undefined;
  if (!__FOR_DEVICE__ && isLoggedIn) {
    return (
      <p id={REASON_ID} className={styles.reason}>
        {t.onlyLook}
      </p>
    );
  }
  return (
    <p id={REASON_ID} className={styles.reason}>
      <Link href={loginPath(search === '' ? PATHS.home : `${PATHS.home}?${search}`)} className={styles.logIn}>
        {t.logInLink}
      </Link>
      {t.logInTo}
    </p>
  );
}

/** How many events there are, and how many of them came since somebody last looked in this browser. */
function EventBadge({ serial, events }: { readonly serial: string; readonly events: number }) {
  const { t, format } = useI18n();
  const { preferences } = useServices();
  useLinkSnapshot(); // other tabs write there too: with each message it is looked at anew
  const isHydrated = useHydrated(); // what was seen is known in the browser only
  const fresh = isHydrated ? newEventCount(preferences, serial, events) : 0;
  return (
    <span className={styles.badges}>
      {(fresh === 0 || fresh < events) && (
        <span className={styles.badge}>
          <span aria-hidden="true">{format.noDigits(events)}</span>
          <span className="visually-hidden">{format.count(events, t.toolbar.events)}</span>
        </span>
      )}
      {fresh > 0 && (
        <span className={`${styles.badge} ${styles.fresh}`}>{format.count(fresh, t.toolbar.newEvents)}</span>
      )}
    </span>
  );
}
