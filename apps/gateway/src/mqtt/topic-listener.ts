import type { MeterProblem } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { openBrokerClient } from './connection/broker-client.ts';
import { configuredTarget } from './connection/broker-target.ts';
import { retryDelayMs } from './connection/retry-delay.ts';

export interface TopicListenerOptions {
  readonly settings: SettingsStore;
  readonly clock: Clock;
  /** 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Our name at the broker, where the settings have none. */
  readonly clientId: () => string;
}

export interface TopicListener {
  readonly onMessage: (payload: Uint8Array, isRetained: boolean) => void;
  readonly onProblem: (problem: MeterProblem) => void;
}

/** A broker throws a client out when another one with its id comes. */
const SUFFIX_DIGITS = 6;

/**
 * Listens to one topic of the broker in the settings, over a connection of its own that is kept until the function is
 * called. It neither publishes nor leaves anything there.
 */
export function listenToTopic(
  topic: string,
  { onMessage, onProblem }: TopicListener,
  { settings, clock, random, clientId }: TopicListenerOptions,
): () => void {
  const digits = Array.from({ length: SUFFIX_DIGITS }, () => Math.floor(random() * 16).toString(16)).join('');
  let failures = 0;
  let stopAttempt = () => {};

  function open(): void {
    const config = settings.get('mqtt');
    if (!config.mqtt_enabled) {
      onProblem('mqtt-off');
      return;
    }
    const target = configuredTarget(config, clientId());
    const client = openBrokerClient({
      target: { ...target, isSessionClean: true, clientId: `${target.clientId}-meter-${digits}` },
      clock,
      onAccepted() {
        failures = 0;
        client.subscribe([topic], () => onProblem('no-message'));
      },
      onMessage: (_topic, payload, isRetained) => onMessage(payload, isRetained),
      onSkipped: () => onProblem('too-large'),
      onEnd() {
        failures += 1;
        onProblem('broker');
        stopAttempt = clock.after(retryDelayMs(failures, random()), open);
      },
    });
    stopAttempt = () => void client.close();
  }

  const stopFollowing = settings.subscribe('mqtt', () => {
    stopAttempt();
    open();
  });
  open();
  return () => {
    stopFollowing();
    stopAttempt();
  };
}
