import {
  getMqttStatus,
  getNetworkStatus,
  getNtpStatus,
  getSourceFacts,
  getSystemStatus,
  type SourceConfig,
  type SourceDeviceFacts,
  type SourceFactsName,
  type SourceStatus,
} from '@heliograph/contract';
import { type ReactNode, useMemo, useState } from 'react';
import { useServices } from '../../../shared/api/services.ts';
import { type Loaded, type LoadedEndpoint, useEndpoint } from '../../../shared/api/use-endpoint.ts';
import { askAgainMs, LoadFailure, mayPass } from '../../../shared/form/load-failure.tsx';
import { bytesOfText } from '../../../shared/i18n/byte-format.ts';
import { useI18n, useTexts } from '../../../shared/i18n/i18n-context.ts';
import { withUnit } from '../../../shared/i18n/with-unit.ts';
import { rssiQuality } from '../../../shared/lib/rssi-quality.ts';
import { addressLink, addressText } from '../../../shared/lib/source-address.ts';
import { uptime } from '../../../shared/lib/uptime.ts';
import { TickingLocalTime } from '../../../shared/page/ticking-local-time.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { EnabledBadge } from '../../../shared/ui/enabled-badge.tsx';
import { ExternalLink } from '../../../shared/ui/external-link.tsx';
import { InfoList, type InfoRow } from '../../../shared/ui/info-list.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { StatusBadge } from '../../../shared/ui/status-badge.tsx';
import { Gaps, OpenSocketsAlert } from '../source-facts.tsx';
import styles from './device.module.css';
import { firmwareSentence } from './firmware-age.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { RestartCard } from './restart-card.tsx';

interface OverviewProps {
  readonly source: SourceStatus;
  /** Undefined while what is set of it is not known. */
  readonly config: SourceConfig | undefined;
  /** The device can be asked. */
  readonly isAsked: boolean;
}

/** What a device tells of itself, and its restart. */
export function Overview({ source, config, isAsked }: OverviewProps) {
  return (
    <div className={styles.columns}>
      {isAsked ? (
        <AskedDevice source={source} config={config} />
      ) : (
        <DeviceCard source={source} config={config} />
      )}
    </div>
  );
}

function AskedDevice({ source, config }: Omit<OverviewProps, 'isAsked'>) {
  const { id } = source;
  const system = useFacts(id, 'system');
  return (
    <>
      <DeviceCard source={source} config={config}>
        <SystemFacts loaded={system} />
      </DeviceCard>
      <RestartCard id={id} />
      <NetworkCard id={id} />
      <TimeCard id={id} />
      <MqttCard id={id} />
      <RadioCard source={source} loaded={system} />
    </>
  );
}

interface DeviceCardProps extends Omit<OverviewProps, 'isAsked'> {
  /** What it tells of itself. */
  readonly children?: ReactNode;
}

/** What the gateway knows of a device by itself, and where its own page is. */
function DeviceCard({ source, config, children }: DeviceCardProps) {
  const texts = useTexts('info', 'sources');
  const { device: t } = texts.sources;
  const { kind, model = '', version = '' } = source;
  const address = config && <ExternalLink href={addressLink(config)}>{addressText(config)}</ExternalLink>;
  return (
    <Card title={t.system}>
      {source.unprotected_sockets === true && <OpenSocketsAlert />}
      <div className={styles.lists}>
        <InfoList
          rows={[
            ...(address === undefined ? [] : [[t.ownPage, address] as const]),
            ...(kind === undefined
              ? []
              : ([
                  [texts.sources.kind, texts.sources.kinds[kind]],
                  [texts.info.system.version, version, firmwareSentence(t, source)],
                  [texts.sources.model, model],
                ] as const)),
          ]}
        />
        {children}
      </div>
      <Gaps gaps={source.gaps ?? []} />
    </Card>
  );
}

const REPEAT_MS = 30_000;
const repeatMs = (loaded: Loaded<unknown>) =>
  loaded.failure === undefined || mayPass(loaded.failure) ? (askAgainMs(loaded) ?? REPEAT_MS) : undefined;

/** A document that tells of the device, read again while somebody looks. A device may take its time. */
function useFacts(id: string, facts: SourceFactsName) {
  const query = useMemo(() => ({ source: id, facts }), [id, facts]);
  return useEndpoint(getSourceFacts, query, repeatMs);
}

interface FactsProps {
  readonly facts: SourceFactsName;
  readonly loaded: LoadedEndpoint<SourceDeviceFacts>;
  readonly rows: (document: Readonly<Record<string, unknown>>) => readonly InfoRow[];
  /** Of what will come. */
  readonly height: string;
}

function Facts({ facts, loaded: { answer, failure, reload }, rows, height }: FactsProps) {
  const document = answer?.[facts];
  const problem = answer?.source_problem;
  return (
    <>
      {failure !== undefined && failure.kind !== 'unauthorized' && (
        <LoadFailure failure={failure} onRetry={reload} />
      )}
      {problem !== undefined && <ProblemAlert problem={problem} onRetry={reload} />}
      {document !== undefined && <InfoList rows={rows(document)} stale={failure !== undefined} />}
      {answer === undefined && failure === undefined && <Skeleton height={height} />}
    </>
  );
}

interface SystemProps {
  readonly loaded: FactsProps['loaded'];
}

function SystemFacts({ loaded }: SystemProps) {
  const { format } = useI18n();
  const { info, sources } = useTexts('info', 'sources');
  const { device: t } = sources;
  const { system: label } = info;

  function rows(document: SourceDeviceFacts['system']): readonly InfoRow[] {
    const status = getSystemStatus.read(document);
    if (status === undefined) return [];
    const { uptimeS, heapUsedBytes: used, heapTotalBytes: total = 0, saveCount } = status;
    const { days = 0, time = '' } = uptimeS === undefined ? {} : uptime(uptimeS);
    const running = days > 0 ? `${format.count(days, label.days)} ${time}` : time;
    const memory =
      used !== undefined &&
      total > 0 &&
      t.of(bytesOfText(format.tag, used, total), bytesOfText(format.tag, total, total));
    return [
      [info.hostname, status.hostname],
      [label.uptime, running],
      [t.memory, memory],
      [label.configVersion, status.configVersion],
      [label.saveCount, saveCount !== undefined && format.noDigits(saveCount)],
    ];
  }

  return <Facts facts="system" loaded={loaded} rows={rows} height="13rem" />;
}

/** What an interface that is down has for an address. Source: docs/reference/original-device.md#network. */
const NO_ADDRESS = '0.0.0.0';

function NetworkCard({ id }: { readonly id: string }) {
  const loaded = useFacts(id, 'network');
  const { device } = useTexts('sources').sources;
  const { format } = useI18n();
  const { info } = useTexts('info');
  const { network: t } = info;
  const orNone = (text: string | undefined) => (text === '' || text === NO_ADDRESS ? info.none : text);
  function rows(document: unknown): readonly InfoRow[] {
    const status = getNetworkStatus.read(document);
    if (status === undefined) return [];
    const { stationRssiDbm: rssiDbm, isStationEnabled: isOn } = status;
    const quality = isOn === true && rssiDbm !== undefined ? rssiQuality(rssiDbm) : undefined;
    return [
      [t.station, <EnabledBadge key="station" enabled={isOn} />],
      [t.ssid, orNone(status.stationSsid)],
      [
        t.rssi,
        quality === undefined
          ? info.none
          : `${withUnit(format, rssiDbm, 'dBm')} (${format.percent(quality)})`,
      ],
      [t.ip, orNone(status.ipAddress)],
      [t.gateway, orNone(status.gateway)],
      [t.mac, orNone(status.macAddress)],
      [t.accessPoint, <EnabledBadge key="point" enabled={status.isAccessPointEnabled} />],
    ];
  }

  return (
    <Card title={device.documents.network}>
      <Facts facts="network" loaded={loaded} rows={rows} height="18rem" />
    </Card>
  );
}

function TimeCard({ id }: { readonly id: string }) {
  const { clock } = useServices();
  const loaded = useFacts(id, 'ntp');
  const { answer } = loaded;
  const [receipt, setReceipt] = useState({ answer, atMs: clock.elapsedMs() });
  if (receipt.answer !== answer) setReceipt({ answer, atMs: clock.elapsedMs() });
  const { device } = useTexts('sources').sources;
  const { info } = useTexts('info');
  const { ntp: t } = info;
  function rows(document: unknown): readonly InfoRow[] {
    const status = getNtpStatus.read(document);
    if (status === undefined) return [];
    const { isSynced } = status;
    return [
      [
        info.status,
        isSynced !== undefined && (
          <StatusBadge tone={isSynced ? 'good' : 'bad'}>{isSynced ? t.synced : t.notSynced}</StatusBadge>
        ),
      ],
      [
        t.localTime,
        status.localTime && <TickingLocalTime text={status.localTime} receivedAtMs={receipt.atMs} />,
      ],
      [info.server, status.server],
      [t.zone, status.timezoneName],
    ];
  }

  return (
    <Card title={device.documents.time}>
      <Facts facts="ntp" loaded={loaded} rows={rows} height="10.5rem" />
    </Card>
  );
}

function MqttCard({ id }: { readonly id: string }) {
  const loaded = useFacts(id, 'mqtt');
  const { device } = useTexts('sources').sources;
  const { info } = useTexts('info');
  const { mqtt: t } = info;
  function rows(document: unknown): readonly InfoRow[] {
    const status = getMqttStatus.read(document);
    if (status === undefined) return [];
    const { isEnabled, isConnected, hostname = '', port } = status;
    const tone = isConnected === true ? 'good' : 'bad';
    const broker = hostname === '' ? info.none : `${hostname}:${port ?? ''}`;
    if (isEnabled === false) return [[info.status, <EnabledBadge key="on" enabled={false} />]];
    return [
      [
        t.runtime,
        isConnected !== undefined && (
          <StatusBadge tone={tone}>{isConnected ? info.connected : info.notConnected}</StatusBadge>
        ),
      ],
      [info.server, broker],
      [t.topic, status.baseTopic],
      [t.discovery, <EnabledBadge key="found" enabled={status.isDiscoveryEnabled} />],
    ];
  }

  return (
    <Card title={device.documents.mqtt}>
      <Facts facts="mqtt" loaded={loaded} rows={rows} height="10.4rem" />
    </Card>
  );
}

/** How the device is on the air. */
function RadioCard({ source, loaded }: SystemProps & { readonly source: SourceStatus }) {
  const { format } = useI18n();
  const { info, sources } = useTexts('info', 'sources');
  const { device: t } = sources;
  const { poll_interval: intervalS, cmt_frequency: frequencyHz } = source;

  /** `undefined`: it has none of that kind, or does not say. */
  function badge(isSetUp: unknown, isConnected: unknown): ReactNode {
    if (isSetUp === false) return <StatusBadge tone="off">{t.notFitted}</StatusBadge>;
    if (typeof isConnected !== 'boolean') return undefined;
    return (
      <StatusBadge tone={isConnected ? 'good' : 'bad'}>
        {isConnected ? info.connected : info.notConnected}
      </StatusBadge>
    );
  }

  function rows(document: Readonly<Record<string, unknown>>): readonly InfoRow[] {
    const { nrf_configured: hasNrf, cmt_configured: hasCmt } = document;
    const nrf = document.nrf_connected ?? document.radio_connected;
    return [
      [t.nrf, badge(hasNrf, nrf)],
      ...(hasCmt === undefined ? [] : [[t.cmt, badge(hasCmt, document.cmt_connected)] as const]),
      ...(frequencyHz === undefined
        ? []
        : [[t.frequency, `${format.decimal(frequencyHz / 1e6)}${format.unitGap('MHz')}MHz`] as const]),
      [t.pollInterval, intervalS !== undefined && withUnit(format, intervalS, 's')],
    ];
  }

  return (
    <Card title={t.documents.dtu}>
      <Facts facts="system" loaded={loaded} rows={rows} height="7.6rem" />
    </Card>
  );
}
