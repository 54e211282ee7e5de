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
    const { sta_rssi: rssi, ap_stationnum: stations, network_mode: name } = status;
    const quality = status.sta_status && rssi !== undefined ? rssiQuality(rssi) : undefined;
    const mode = name ? ` (${name})` : '';
    return [
      [
        t.station,
        [
          [info.status, enabled(status.sta_status)],
          [t.ssid, orNone(status.sta_ssid)],
          [t.quality, quality !== undefined && format.percent(quality)],
          [t.rssi, quality !== undefined && withUnit(format, rssi, 'dBm')],
        ],
      ],
      [
        t.accessPoint,
        [
          [info.status, enabled(status.ap_status)],
          [t.ssid, orNone(status.ap_ssid)],
          [t.stations, stations !== undefined && format.noDigits(stations)],
        ],
      ],
      [
        t.interface + mode,
        [
          [info.hostname, orNone(status.network_hostname)],
          [t.ip, orNone(status.network_ip)],
          [t.netmask, orNone(status.network_netmask)],
          [t.gateway, orNone(status.network_gateway)],
          [t.dns(1), orNone(status.network_dns1)],
          [t.dns(2), orNone(status.network_dns2)],
          [t.mac, orNone(status.network_mac)],
        ],
      ],
      [
        t.apInterface,
        [
          [t.ip, orNone(status.ap_ip)],
          [t.mac, orNone(status.ap_mac)],
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
