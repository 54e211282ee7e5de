import { getLiveData, type SourceConfig, type SourceStatus } from '@heliograph/contract';
import type { ComponentProps } from 'react';
import { useEndpoint } from '../../shared/api/use-endpoint.ts';
import type { Formats } from '../../shared/i18n/format.ts';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import type { TextsOf } from '../../shared/i18n/texts.ts';
import { PATHS } from '../../shared/lib/paths.ts';
import { addressLink, addressText } from '../../shared/lib/source-address.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { ExternalLink } from '../../shared/ui/external-link.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { deviceHref } from './device/device-parts.ts';
import { deviceFacts, Facts, Gaps, OpenSocketsAlert } from './source-facts.tsx';
import { sourceName } from './source-name.ts';
import { requestsText, SOURCE_TONES, stateText } from './source-state.ts';
import styles from './sources.module.css';

interface CardProps {
  /** The gateway does not answer any more: what is shown is from before. */
  readonly isStale: boolean;
}

interface RadioCardProps extends CardProps {
  readonly radio: SourceStatus;
  /** There are devices besides it. */
  readonly hasDevices: boolean;
}

/** The gateway's own radio, which is there whatever is set. */
export function RadioCard({ radio, hasDevices, isStale }: RadioCardProps) {
  const { format, t: frame } = useI18n();
  const { sources: t } = useTexts('sources');
  const isMissing = radio.state === 'problem';
  // Whoever has devices only needs no radio.
  const isUnused = isMissing && hasDevices && radio.inverters === 0;
  const tone = isUnused ? 'off' : SOURCE_TONES[radio.state];
  return (
    <Card
      title={t.ownRadio}
      badge={
        isStale ? (
          <StatusBadge tone="unknown">{frame.unknownValue}</StatusBadge>
        ) : (
          <StatusBadge tone={tone}>{isMissing ? t.notConnected : t.connected}</StatusBadge>
        )
      }
    >
      <div className={styles.radio}>
        <div>
          <p>{isUnused ? t.ownRadioUnused : isMissing ? t.ownRadioMissing : t.ownRadioText}</p>
          {radio.simulated === true && <p className={styles.quiet}>{t.ownRadioSimulated}</p>}
        </div>
        <div className={styles.actions}>
          <ButtonLink href={PATHS.inverterSettings}>
            {format.count(radio.inverters, t.inverterCount)}
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}

interface SourceCardProps extends CardProps {
  readonly source: SourceStatus;
  /** Undefined while what is set of it is not known. */
  readonly config: SourceConfig | undefined;
  readonly sources: readonly SourceStatus[];
  readonly onEdit: (config: SourceConfig) => void;
  readonly onRemove: (config: SourceConfig) => void;
}

/** A device: how it goes with it, what it is, and what can be done. */
export function SourceCard({ source, config, sources, isStale, onEdit, onRemove }: SourceCardProps) {
  const { format, t: frame } = useI18n();
  const texts = useTexts('common', 'plant', 'sources');
  const { sources: t } = texts;
  const name = sourceName(texts, source, config);
  const { state, duplicates, gaps = [] } = source;
  const requests = requestsText(texts, format, source);
  return (
    <Card
      title={name}
      badge={
        <StatusBadge tone={isStale ? 'unknown' : SOURCE_TONES[state]}>
          {isStale ? frame.unknownValue : t.states[state]}
        </StatusBadge>
      }
    >
      {!isStale && <p role="status">{stateText(texts, format, source)}</p>}
      {!isStale && requests !== undefined && <Alert kind="warning">{requests}</Alert>}
      {state === 'live' && source.password_right === false && <Alert kind="warning">{t.wrongPassword}</Alert>}
      {source.unprotected_sockets === true && <OpenSocketsAlert />}
      {duplicates.length > 0 && <Duplicates serials={duplicates} sources={sources} />}
      <Facts facts={factsOf(texts, format, source, config, isStale)} />
      <Gaps gaps={gaps} />
      {config !== undefined && (
        <div className={styles.actions}>
          <ButtonLink href={deviceHref(source.id)} label={t.device.manageOf(name)}>
            {t.device.manage}
          </ButtonLink>
          <Button aria-label={t.editOf(name)} onClick={() => onEdit(config)}>
            {t.edit}
          </Button>
          <Button aria-label={t.removeOf(name)} onClick={() => onRemove(config)}>
            {t.remove}
          </Button>
        </div>
      )}
    </Card>
  );
}

function factsOf(
  texts: TextsOf<'sources'>,
  format: Formats,
  source: SourceStatus,
  config: SourceConfig | undefined,
  isStale: boolean,
): ComponentProps<typeof Facts>['facts'] {
  const { sources: t } = texts;
  const { kind, model = '', version = '', inverters, heard_age: heardAgeS, state } = source;
  const heard = heardAgeS === undefined ? t.neverHeard : t.heardAgo(format.duration(heardAgeS * 1000));
  const address = config && <ExternalLink href={addressLink(config)}>{addressText(config)}</ExternalLink>;
  return [
    ...(address === undefined ? [] : [[t.address, address] as const]),
    ...(kind === undefined ? [] : deviceFacts(texts, { kind, model, version })),
    ...(state === 'off'
      ? []
      : ([
          [t.inverters, format.noDigits(inverters)],
          [t.heard, isStale ? '' : heard],
        ] as const)),
  ];
}

interface DuplicatesProps {
  readonly serials: readonly string[];
  readonly sources: readonly SourceStatus[];
}

/** Inverters that a source before it brings too; live data tell which one. */
function Duplicates({ serials, sources }: DuplicatesProps) {
  const { format } = useI18n();
  const texts = useTexts('plant', 'sources');
  const { sources: t } = texts;
  const live = useEndpoint(getLiveData, NO_QUERY);
  const ownerOf = (serial: string) => {
    const inverter = live.answer?.inverters.find((other) => other.serial === serial);
    const owner = sources.find(({ id, kind }) =>
      inverter?.source === undefined ? kind === 'radio' : id === inverter.source.id,
    );
    return inverter && owner && sourceName(texts, owner, undefined);
  };
  const owners = [...new Set(serials.map(ownerOf))];
  return (
    <Alert kind="info">
      <p>{format.count(serials.length, t.duplicates)}</p>
      <ul className={styles.duplicates}>
        {owners.map((owner) => {
          const list = serials.filter((serial) => ownerOf(serial) === owner).join(', ');
          return <li key={owner ?? ''}>{owner === undefined ? list : t.belongTo(list, owner)}</li>;
        })}
      </ul>
    </Alert>
  );
}

const NO_QUERY = {};
