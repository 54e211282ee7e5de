import type { SettingKey } from './setting-key.ts';

/**
 * Host name, WiFi and addresses; `aptimeout` in minutes. Source: docs/reference/original-device.md#network and
 * docs/reference/api-generations.md#settings.
 */
export const NETWORK_KEYS: readonly SettingKey[] = [
  { key: 'hostname', kind: 'text', first: 'OpenDTU-%06X' },
  { key: 'dhcp', kind: 'flag', first: true },
  { key: 'ipaddress', kind: 'text', first: '0.0.0.0' },
  { key: 'netmask', kind: 'text', first: '0.0.0.0' },
  { key: 'gateway', kind: 'text', first: '0.0.0.0' },
  { key: 'dns1', kind: 'text', first: '0.0.0.0' },
  { key: 'dns2', kind: 'text', first: '0.0.0.0' },
  { key: 'ssid', kind: 'text' },
  { key: 'password', kind: 'text', isSecret: true },
  { key: 'aptimeout', kind: 'number', first: 3, since: 23_07_22 },
  { key: 'mdnsenabled', kind: 'flag', since: 23_11_15 },
  { key: 'syslogenabled', kind: 'flag', since: 25_05_10 },
  { key: 'sysloghostname', kind: 'text', since: 25_05_10 },
  { key: 'syslogport', kind: 'number', first: 514, since: 25_05_10 },
];
