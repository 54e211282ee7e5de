import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { MqttFacts } from '../system/mqtt-facts.ts';
import type { BrokerTarget } from './broker-target.ts';

export interface MqttMessage {
  readonly topic: string;
  readonly payload: string;
  readonly retain: boolean;
}

export interface MqttConnectionOptions {
  readonly target: BrokerTarget;
  readonly lastWill: {
    readonly topic: string;
    readonly online: string;
    readonly offline: string;
    readonly retain: boolean;
  };
  readonly subscriptions: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  /** 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Connected, the online text published, the subscriptions sent. */
  readonly onConnect: () => void;
  readonly onMessage: (topic: string, payload: Uint8Array, isRetained: boolean) => void;
}

/** A connection to the broker that is kept: whenever it ends another attempt follows. */
export interface MqttConnection {
  facts(): MqttFacts;
  /** QoS 0. False when nothing was sent: not connected, or the broker takes nothing at the moment. */
  publish(message: MqttMessage): boolean;
  /**
   * Publishes the offline text when connected and ends; resolves when the socket is closed, after 2 s at the latest. No
   * attempt follows.
   */
  stop(): Promise<void>;
}

/** Begins to connect at once. */
export function createMqttConnection(_options: MqttConnectionOptions): MqttConnection {
  throw new Error('comes with the next commit');
}
