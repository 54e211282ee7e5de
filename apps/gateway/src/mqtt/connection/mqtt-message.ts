/** What is published, with QoS 0. */
export interface MqttMessage {
  readonly topic: string;
  readonly payload: string;
  readonly retain: boolean;
}

/** What is said where; whether the broker keeps it is a setting. */
export type MqttContent = Omit<MqttMessage, 'retain'>;
