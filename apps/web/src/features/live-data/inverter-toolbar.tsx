import { Cpu, Gauge, type LucideIcon, Power, ScrollText } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useUser } from '../../shared/api/services.ts';
import { useI18n } from '../../shared/i18n/i18n-context.ts';
import { indexAfterKey } from '../../shared/lib/index-after-key.ts';
import { loginPath, PATHS } from '../../shared/lib/routes.ts';
import { Button } from '../../shared/ui/button.tsx';
import styles from './inverter-toolbar.module.css';

const COMMAND_REASON_ID = 'toolbar-command-reason';
const LATER_REASON_ID = 'toolbar-later-reason';
const EVENT_LOG = 3;

interface InverterToolbarProps {
  /** Entries in the event log, -1 where the inverter has none. */
  readonly events: number;
  /** false: the inverter was never heard, so the number of its events means nothing. */
  readonly known: boolean;
}

/** What can be done with an inverter. A button that cannot be used can still be reached, and says why. */
export function InverterToolbar({ events, known }: InverterToolbarProps) {
  const { t, format } = useI18n();
  const loggedIn = useUser() !== undefined;
  const [tabStop, setTabStop] = useState(0);
  const commandReason = loggedIn ? LATER_REASON_ID : COMMAND_REASON_ID;

  function onKeyDown(event: KeyboardEvent): void {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const to = indexAfterKey(event.key, tabStop, buttons.length);
    if (to === undefined) return;
    event.preventDefault();
    setTabStop(to);
    buttons[to]?.focus();
  }

  // The event log may go while it is the one that can be reached.
  const stop = events < 0 && tabStop === EVENT_LOG ? 0 : tabStop;
  return (
    <div className={styles.area}>
      <div role="toolbar" aria-label={t.toolbar.label} className={styles.toolbar} onKeyDown={onKeyDown}>
        <Action icon={Gauge} label={t.toolbar.limit} reasonId={commandReason} reachable={stop === 0} />
        <Action icon={Power} label={t.toolbar.power} reasonId={commandReason} reachable={stop === 1} />
        <Action icon={Cpu} label={t.toolbar.deviceInfo} reasonId={LATER_REASON_ID} reachable={stop === 2} />
        {events >= 0 && (
          <Action
            icon={ScrollText}
            label={t.toolbar.eventLog}
            reasonId={LATER_REASON_ID}
            reachable={stop === EVENT_LOG}
          >
            {known && (
              <span className={styles.badge}>
                <span aria-hidden="true">{format.noDigits(events)}</span>
                <span className="visually-hidden">{format.count(events, t.toolbar.events)}</span>
              </span>
            )}
          </Action>
        )}
      </div>
      <div className={styles.reasons}>
        {!loggedIn && (
          <p id={COMMAND_REASON_ID}>
            <Link href={loginPath(PATHS.home)} className={styles.logIn}>
              {t.toolbar.logInLink}
            </Link>
            {t.toolbar.logInTo}
          </p>
        )}
        <p id={LATER_REASON_ID}>{loggedIn ? t.toolbar.later : t.toolbar.laterInfo}</p>
      </div>
    </div>
  );
}

interface ActionProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly reasonId: string;
  /** The one that Tab leads to; arrow keys lead to the others. */
  readonly reachable: boolean;
  readonly children?: ReactNode;
}

function Action({ icon: Icon, label, reasonId, reachable, children }: ActionProps) {
  return (
    <Button
      aria-disabled="true"
      tabIndex={reachable ? 0 : -1}
      aria-describedby={reasonId}
      className={styles.action}
    >
      <Icon size={18} aria-hidden="true" />
      <span>{label}</span>
      {children}
    </Button>
  );
}
