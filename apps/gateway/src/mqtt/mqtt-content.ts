import type { MqttMessage } from './mqtt-message.ts';

/** What is said where; whether the broker keeps it is a setting. */
export type MqttContent = Omit<MqttMessage, 'retain'>;
