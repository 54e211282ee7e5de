import { useState, useSyncExternalStore } from 'react';
import { useServices } from '../../shared/api/services.ts';
import { PageTitle } from '../../shared/form/field-help.tsx';
import { LoadFailure } from '../../shared/form/load-failure.tsx';
import { SwitchField } from '../../shared/form/switch-field.tsx';
import { TextField } from '../../shared/form/text-field.tsx';
import type { Formats } from '../../shared/i18n/format.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import type { Texts } from '../../shared/i18n/texts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { copyText } from '../../shared/ui/copy-text.ts';
import { useNotices } from '../../shared/ui/notices.tsx';
import { saveTextFile } from '../../shared/ui/save-text-file.ts';
import { StatusBadge, type StatusTone } from '../../shared/ui/status-badge.tsx';
import styles from './console.module.css';
import { ConsoleArea } from './console-area.tsx';
import type { ConsoleLine } from './console-lines.ts';
import { type ConsoleContent, LINES_MAX } from './console-store.ts';
import { useConsole } from './use-console.ts';

const TONES = {
  connecting: 'pending',
  connected: 'good',
  reconnecting: 'pending',
  offline: 'bad',
} as const satisfies Record<string, StatusTone>;

/** What the gateway tells of its work, as it comes. */
export function ConsolePage() {
  const { t: frame, format } = useI18n();
  const { console: t } = useTexts('maintenance').maintenance;
  const { store, link } = useConsole();
  const content = useSyncExternalStore(store.subscribe, store.snapshot);
  const { phase, problem } = useSyncExternalStore(link.subscribe, link.snapshot);
  const [filter, setFilter] = useState('');
  const { lines, follows } = content;

  return (
    <section className={styles.page}>
      <div className={styles.head}>
        {__FOR_DEVICE__ ? (
          <h1 tabIndex={-1}>{frame.titles.console}</h1>
        ) : (
          <PageTitle title={frame.titles.console} />
        )}
        <div role="status">
          <StatusBadge tone={TONES[phase]}>
            {phase === 'connected' ? t.connected : frame.link[phase]}
          </StatusBadge>
        </div>
      </div>
      {problem && <LoadFailure failure={problem} onRetry={link.wake} />}
      <div className={styles.tools}>
        <TextField
          label={t.filter}
          type="search"
          field={{
            ...FIELD,
            name: 'filter',
            value: filter,
            onText(text) {
              setFilter(text);
              store.filter(text);
            },
          }}
        />
        <SwitchField
          label={t.follow}
          field={{ ...FIELD, name: 'follow', value: follows, onFlag: store.follow }}
        />
        <Actions isEmpty={lines.length === 0} lines={store.all} onClear={store.clear} />
      </div>
      <div className={styles.output}>
        <ConsoleArea
          label={frame.titles.console}
          lines={lines}
          longest={content.longest}
          follows={follows}
          onFollow={(follows) => store.hold(!follows)}
          empty={content.lineCount > 0 ? t.noMatch : phase === 'offline' ? t.notConnected : t.waiting}
        />
        {content.waiting > 0 && (
          <Button variant="primary" onClick={() => store.follow(true)}>
            {format.count(content.waiting, t.newLines)}
          </Button>
        )}
      </div>
      <p className={styles.count}>{countText(content, filter !== '', t, format)}</p>
    </section>
  );
}

/** What a field of a form says and this page has no use for. */
const FIELD = { stored: '', error: undefined, readOnly: false, onLeave: () => undefined };

function countText(
  { lines, lineCount, hasDropped }: ConsoleContent,
  isFiltered: boolean,
  t: Texts['maintenance']['console'],
  format: Formats,
): string {
  const all = format.count(lineCount, t.lines);
  const count = isFiltered ? t.ofLines(format.noDigits(lines.length), all) : all;
  return hasDropped ? `${count} · ${t.onlyLast(format.noDigits(LINES_MAX))}` : count;
}

interface ActionsProps {
  readonly isEmpty: boolean;
  readonly lines: () => readonly ConsoleLine[];
  readonly onClear: () => void;
}

function Actions({ isEmpty, lines, onClear }: ActionsProps) {
  const { format } = useI18n();
  const { console: t } = useTexts('maintenance').maintenance;
  const { clock } = useServices();
  const { announce } = useNotices();
  const textOf = (all: readonly ConsoleLine[]) => all.map((line) => `${line.text}\n`).join('');

  async function copy(): Promise<void> {
    const all = lines();
    const worked = await copyText(document, textOf(all));
    announce(worked ? format.count(all.length, t.copied) : t.copyFailed);
  }

  function download(): void {
    const now = new Date(clock.unixMs());
    const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
    saveTextFile(
      document,
      `console-${local.toISOString().slice(0, 19).replaceAll(':', '-')}.txt`,
      textOf(lines()),
    );
  }

  return (
    <div className={styles.actions}>
      <Button onClick={onClear}>{t.clear}</Button>
      <Button onClick={() => void copy()} disabled={isEmpty}>
        {t.copy}
      </Button>
      <Button onClick={download} disabled={isEmpty}>
        {t.download}
      </Button>
    </div>
  );
}
