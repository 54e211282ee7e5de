import { installDebianPackage } from './debian-package.mjs';

/** What tests start: servers of time and of MQTT, what lets system calls fail, and what programs of others read JSON with. Without one its tests are skipped and say so. */
export async function installTestServers() {
  await installDebianPackage('chronyd', ['chrony']);
  await installDebianPackage('strace', ['strace']);
  await installDebianPackage('mosquitto', ['mosquitto', 'mosquitto-clients']);
  await installDebianPackage('jq', ['jq']);
}

/** What a fleet consists of besides Mosquitto; what PostgreSQL starts lies in no folder of programs, but this is in its package. */
export async function installFleetServers() {
  await installDebianPackage('nats-server', ['nats-server']);
  await installDebianPackage('haproxy', ['haproxy']);
  await installDebianPackage('victoria-metrics', ['victoria-metrics']);
  await installDebianPackage('pg_ctlcluster', ['postgresql-common', 'postgresql']);
}

/** What only the nightly form of the safety plan needs besides. */
export async function installNightlyTools() {
  await installDebianPackage('faketime', ['faketime']);
  await installFleetServers();
}
