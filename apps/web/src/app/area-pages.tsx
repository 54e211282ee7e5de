/**
 * Every page but the live view, as one lazily loaded file: the live view must not carry them, and a device's flash
 * holds few files.
 */
export { AboutPage } from '../features/about/about-page.tsx';
export { ConfigManagementPage } from '../features/config-management/config-management-page.tsx';
export { ConsolePage } from '../features/console/console-page.tsx';
export { DeviceManagerPage } from '../features/device-manager/device-manager-page.tsx';
export { DtuSettingsPage } from '../features/dtu-settings/dtu-settings-page.tsx';
export { FirmwareUpgradePage } from '../features/firmware-upgrade/firmware-upgrade-page.tsx';
export { InverterSettingsPage } from '../features/inverter-settings/inverter-settings-page.tsx';
export { LoginPage } from '../features/login/login-page.tsx';
export { MqttInfoPage } from '../features/mqtt-info/mqtt-info-page.tsx';
export { MqttSettingsPage } from '../features/mqtt-settings/mqtt-settings-page.tsx';
export { NetworkInfoPage } from '../features/network-info/network-info-page.tsx';
export { NetworkSettingsPage } from '../features/network-settings/network-settings-page.tsx';
export { NotFoundPage } from '../features/not-found/not-found-page.tsx';
export { NtpInfoPage } from '../features/ntp-info/ntp-info-page.tsx';
export { NtpSettingsPage } from '../features/ntp-settings/ntp-settings-page.tsx';
export { RebootPage } from '../features/reboot/reboot-page.tsx';
export { SecuritySettingsPage } from '../features/security-settings/security-settings-page.tsx';
export { SystemInfoPage } from '../features/system-info/system-info-page.tsx';
