/** What is published, with QoS 0. */
export interface MqttMessage {
  readonly topic: string;
  readonly payload: string;
  readonly retain: boolean;
}
