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
  /** With TLS: what we log in with in place of name and password, in PEM. */
  readonly login?: { readonly certificate: string; readonly key: string } | undefined;
  /** The broker forgets what it knew of this client; default: it does. */
  readonly isSessionClean?: boolean;
}

/** Where the settings lead. */
export function configuredTarget(config: MqttConfig, clientId: string): BrokerTarget {
  const hasLogin = config.mqtt_tls && config.mqtt_tls_cert_login;
  return {
    hostname: config.mqtt_hostname,
    port: config.mqtt_port,
    username: hasLogin ? '' : config.mqtt_username,
    password: hasLogin ? '' : config.mqtt_password,
    tls: config.mqtt_tls,
    rootCertificate: config.mqtt_root_ca_cert,
    clientId: config.mqtt_clientid === '' ? clientId : config.mqtt_clientid,
    login: hasLogin ? { certificate: config.mqtt_client_cert, key: config.mqtt_client_key } : undefined,
    isSessionClean: config.mqtt_clean_session,
  };
}
