import { installDebianPackage } from './debian-package.mjs';

/** The real servers that tests start: of time, and of MQTT. Without one of them its tests are skipped and say so. */
export async function installTestServers() {
  await installDebianPackage('chronyd', ['chrony']);
  await installDebianPackage('mosquitto', ['mosquitto', 'mosquitto-clients']);
}
