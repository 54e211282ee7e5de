import { type Handlers, result } from '@heliograph/contract';
import type { SettingsStore } from '../../settings/settings-store.ts';
import { withNewerSettings } from './newer-settings.ts';
import { keptOrNew, shownSecret } from './secrets.ts';

type NetworkHandlers = Pick<Handlers, 'getNetworkConfig' | 'setNetworkConfig'>;

export function createNetworkHandlers(settings: SettingsStore): NetworkHandlers {
  return {
    getNetworkConfig() {
      const { hostname, dhcp, ipaddress, netmask, gateway, dns1, dns2, ssid, password, ...programs } =
        settings.get('network');
      const addresses = { ipaddress, netmask, gateway, dns1, dns2 };
      const { api_generations, prometheus_labels } = programs;
      const shown = {
        ...{ hostname, dhcp, ...addresses, ssid, password: shownSecret(password) },
        ...{ api_generations, prometheus_labels },
      };
      return withNewerSettings('network', shown, { aptimeout: 0 });
    },
    async setNetworkConfig(config) {
      await settings.update('network', (current) => ({
        ...config,
        password: keptOrNew(config.password, current.password),
        api_generations: config.api_generations ?? current.api_generations,
        prometheus_labels: config.prometheus_labels ?? current.prometheus_labels,
      }));
      return result('SettingsSaved');
    },
  };
}
