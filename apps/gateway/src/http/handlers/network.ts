import { type Handlers, result } from '@heliograph/contract';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { keptOrNew, shownSecret } from './secrets.ts';

type NetworkHandlers = Pick<Handlers, 'getNetworkConfig' | 'setNetworkConfig'>;

export function createNetworkHandlers(settings: SettingsStore): NetworkHandlers {
  return {
    getNetworkConfig() {
      const { hostname, dhcp, ipaddress, netmask, gateway, dns1, dns2, ssid, password } =
        settings.get('network');
      const shown = shownSecret(password);
      return { hostname, dhcp, ipaddress, netmask, gateway, dns1, dns2, ssid, password: shown };
    },
    async setNetworkConfig(config) {
      await settings.update('network', (current) => ({
        ...config,
        password: keptOrNew(config.password, current.password),
      }));
      return result('SettingsSaved');
    },
  };
}
