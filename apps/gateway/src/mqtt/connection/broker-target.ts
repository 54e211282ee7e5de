import type { MqttConfig } from '@heliograph/contract';

/** Where the broker is, and who we are to it. */
export interface BrokerTarget {
  readonly hostname: string;
  readonly port: number;
  /**
   * Sent unless it is empty: an empty user name and an empty password are an anonymous login
   * (docs/reference/original-device.md#quirk-38).
   */
  readonly username: string;
  readonly password: string;
  readonly tls: boolean;
  /** PEM, one certificate or several; empty for those that Node.js trusts by itself. */
  readonly rootCertificate: string;
  readonly clientId: string;
}

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
