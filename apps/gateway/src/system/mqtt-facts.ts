import type { MqttConfig, MqttFailure } from '@heliograph/contract';

/** How the connection to the broker is. */
export interface MqttFacts {
  readonly isConnected: boolean;
  /** Why not; empty while nothing has failed yet, while connected and while MQTT is off. */
  readonly failure: MqttFailure | '';
}

/** What the settings page may ask of MQTT. */
export interface MqttTrials {
  /**
   * Connects once with these settings, their password as it is; empty when it works, `busy` at once when too many others
   * are tried. Ends after 9 s at the latest.
   */
  readonly tryConnection: (config: MqttConfig) => Promise<MqttFailure | '' | 'busy'>;
}
