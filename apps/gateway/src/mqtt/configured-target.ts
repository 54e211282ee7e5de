import type { MqttConfig } from '@heliograph/contract';
import type { BrokerTarget } from './broker-target.ts';

/** Where the settings lead. */
export function configuredTarget(config: MqttConfig, clientId: string): BrokerTarget {
  return {
    hostname: config.mqtt_hostname,
    port: config.mqtt_port,
    username: config.mqtt_username,
    password: config.mqtt_password,
    tls: config.mqtt_tls,
    rootCertificate: config.mqtt_root_ca_cert,
    clientId,
  };
}
