import {
  type GridProfile,
  getSourceInverters,
  type ReceivedApiResult,
  type SourceInverter,
  type SourceString,
} from '@heliograph/contract';
import { useMemo, useState } from 'react';
import { type Loaded, useEndpoint } from '../../../shared/api/use-endpoint.ts';
import { askAgainMs, LoadFailure, mayPass } from '../../../shared/form/load-failure.tsx';
import { useOutcomeNotice } from '../../../shared/form/outcome-notice.tsx';
import { Waiting } from '../../../shared/form/waiting.tsx';
import type { Formats } from '../../../shared/i18n/format.ts';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import type { Texts } from '../../../shared/i18n/texts.ts';
import { withUnit } from '../../../shared/i18n/with-unit.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { InfoList, type InfoRow } from '../../../shared/ui/info-list.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import styles from './device.module.css';
import { RenameDialog } from './rename-dialog.tsx';

/** The inverters of a device with their names, those of the device and our own. */
export function DeviceInverters({ id }: { readonly id: string }) {
  const { device: t } = useTexts('sources').sources;
  const query = useMemo(() => ({ source: id }), [id]);
  const { answer, failure, reload } = useEndpoint(getSourceInverters, query, repeatMs);
  const [renamed, setRenamed] = useState<SourceInverter>();
  const [outcome, setOutcome] = useState<ReceivedApiResult>();
  useOutcomeNotice({ outcome, onDismiss: () => setOutcome(undefined) });

  return (
    <>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure failure={failure} onRetry={reload} />
      )}
      {answer === undefined && failure === undefined && (
        <Waiting>
          <Skeleton height="15rem" />
        </Waiting>
      )}
      {answer?.inverters.length === 0 && <p>{t.noInverters}</p>}
      {answer !== undefined && answer.inverters.length > 0 && (
        <>
          <p className={styles.quiet}>{t.invertersNote}</p>
          <div className={styles.columns}>
            {answer.inverters.map((inverter) => (
              <InverterCard
                key={inverter.serial}
                inverter={inverter}
                onRename={() => {
                  setOutcome(undefined);
                  setRenamed(inverter);
                }}
              />
            ))}
          </div>
        </>
      )}
      {renamed !== undefined && (
        <RenameDialog
          source={id}
          inverter={renamed}
          onClose={() => setRenamed(undefined)}
          onRenamed={(result) => {
            setOutcome(result);
            setRenamed(undefined);
            reload();
          }}
        />
      )}
    </>
  );
}

/** The gateway reads them of the device once a minute. */
const REPEAT_MS = 10_000;
const repeatMs = (loaded: Loaded<unknown>) =>
  loaded.failure === undefined || mayPass(loaded.failure) ? (askAgainMs(loaded) ?? REPEAT_MS) : undefined;

interface InverterCardProps {
  readonly inverter: SourceInverter;
  readonly onRename: () => void;
}

function InverterCard({ inverter, onRename }: InverterCardProps) {
  const { format } = useI18n();
  const { device: t } = useTexts('sources').sources;
  const { serial, type, device_name: deviceName, name, channel } = inverter;
  const shown = name || deviceName || serial;
  const own: readonly InfoRow[] = name === '' ? [] : [[t.nameOnDevice, deviceName || t.noName]];
  const strings = channel.map((string, index): InfoRow => {
    const isOwn = string.name !== '' || string.max_power > 0;
    const onDevice = stringText(format, string.device_name, string.device_max_power) || t.noName;
    return [
      t.string(index + 1),
      shownString(format, string) || t.noName,
      isOwn && t.stringOnDevice(onDevice),
    ];
  });
  return (
    <Card title={shown} aside={type}>
      <InfoList rows={[[t.serial, serial], ...own, ...strings, ...radioRows(t, format, inverter)]} />
      <GridProfileValues profile={inverter.grid_profile} />
      <div>
        <Button aria-label={t.renameOf(shown)} onClick={onRename}>
          {t.rename}
        </Button>
      </div>
    </Card>
  );
}

/** Nothing was received with that strength, or less. */
const NOT_HEARD_DBM = -127;

/** How the device hears it; nothing where the device does not count. */
function radioRows(
  t: Texts['sources']['device'],
  format: Formats,
  { radio, grid_profile: profile }: SourceInverter,
): readonly InfoRow[] {
  const name = [profile?.name, profile?.version].filter(Boolean).join(', ');
  const grid: readonly InfoRow[] = profile === undefined ? [] : [[t.gridProfile, name]];
  if (radio === undefined) return grid;
  const { rssi, rx_success: answers, tx_request: requests, tx_re_request: repeats } = radio;
  const heard: readonly InfoRow[] =
    rssi > NOT_HEARD_DBM ? [[t.signal, withUnit(format, rssi, 'dBm')]] : [[t.signal, t.notHeard]];
  const share = t.of(format.noDigits(answers), format.noDigits(requests));
  return [...heard, [t.answered, share], [t.repeated, format.noDigits(repeats)], ...grid];
}

/** The rules of the grid one by one, for those who look for them. */
function GridProfileValues({ profile }: { readonly profile: GridProfile | undefined }) {
  const { format } = useI18n();
  const { device: t } = useTexts('sources').sources;
  const sections = profile?.sections ?? [];
  if (sections.length === 0) return null;
  return (
    <details className={styles.grid}>
      <summary>{t.gridValues}</summary>
      {sections.map((section) => (
        <section key={section.name}>
          <h3>{section.name}</h3>
          <InfoList
            rows={section.items.map(({ n, u, v }): InfoRow => {
              const value = v === null ? null : [format.decimal(v), u].filter(Boolean).join('\u00a0');
              return [n, value];
            })}
          />
        </section>
      ))}
    </details>
  );
}

function shownString(format: Formats, string: SourceString): string {
  return stringText(format, string.name || string.device_name, string.max_power || string.device_max_power);
}

function stringText(format: Formats, name: string, maxPowerW: number): string {
  return [name, withUnit(format, maxPowerW, 'W')].filter(Boolean).join(', ');
}
