import { getNetworkStatus, type ReceivedNetworkStatus } from '@heliograph/contract';
import { useI18n, useTexts } from '../../shared/i18n/i18n-context.ts';
import { withUnit } from '../../shared/i18n/with-unit.ts';
import { rssiQuality } from '../../shared/lib/rssi-quality.ts';
import { InfoPage, type InfoSection } from '../../shared/page/info-page.tsx';
import { EnabledBadge } from '../../shared/ui/enabled-badge.tsx';

/** What an interface that is down has for an address. Source: docs/reference/original-device.md#network. */
const NO_ADDRESS = '0.0.0.0';

/** The networks that the gateway is in. */
export function NetworkInfoPage() {
  const { t: frame, format } = useI18n();
  const { info } = useTexts('info');
  const { network: t } = info;
  const orNone = (text: string | undefined) => (text === '' || text === NO_ADDRESS ? info.none : text);
  const enabled = (flag: boolean | undefined) => <EnabledBadge enabled={flag} />;

  function sections(status: ReceivedNetworkStatus): readonly InfoSection[] {
    const { stationRssiDbm: rssiDbm, accessPointStations: stations, mode: name } = status;
    const quality = status.isStationEnabled && rssiDbm !== undefined ? rssiQuality(rssiDbm) : undefined;
    const mode = name ? ` (${name})` : '';
    return [
      [
        t.station,
        [
          [info.status, enabled(status.isStationEnabled)],
          [t.ssid, orNone(status.stationSsid)],
          [t.quality, quality !== undefined && format.percent(quality)],
          [t.rssi, quality !== undefined && withUnit(format, rssiDbm, 'dBm')],
        ],
      ],
      [
        t.accessPoint,
        [
          [info.status, enabled(status.isAccessPointEnabled)],
          [t.ssid, orNone(status.accessPointSsid)],
          [t.stations, stations !== undefined && format.noDigits(stations)],
        ],
      ],
      [
        t.interface + mode,
        [
          [info.hostname, orNone(status.hostname)],
          [t.ip, orNone(status.ipAddress)],
          [t.netmask, orNone(status.netmask)],
          [t.gateway, orNone(status.gateway)],
          [t.dns(1), orNone(status.dns1)],
          [t.dns(2), orNone(status.dns2)],
          [t.mac, orNone(status.macAddress)],
        ],
      ],
      [
        t.apInterface,
        [
          [t.ip, orNone(status.accessPointIpAddress)],
          [t.mac, orNone(status.accessPointMacAddress)],
        ],
      ],
    ];
  }

  return (
    <InfoPage
      title={frame.headings.networkInfo}
      endpoint={getNetworkStatus}
      rowCounts={[4, 3, 7, 2]}
      sections={sections}
    />
  );
}
