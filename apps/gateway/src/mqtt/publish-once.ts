import type { AlertProblem } from '@heliograph/contract';
import type { Clock } from '../platform/clock.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { openBrokerClient } from './connection/broker-client.ts';
import { configuredTarget } from './connection/broker-target.ts';

export interface PublishOnceOptions {
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly clock: Clock;
  /** 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Our name at the broker, where the settings have none. */
  readonly clientId: () => string;
}

/** The whole of it. */
const WITHIN_MS = 10_000;
/** A broker throws a client out when another one with its id comes. */
const SUFFIX_DIGITS = 6;

/**
 * Publishes one message at the broker of the settings, over a connection of its own, since the one that stands may be busy with other things
 * or be gone. Undefined: the broker has taken it.
 */
export function publishOnce(
  topic: string,
  payload: string,
  signal: AbortSignal,
  { settings, clock, random, clientId }: PublishOnceOptions,
): Promise<AlertProblem | undefined> {
  const config = settings.get('mqtt');
  if (!config.mqtt_enabled) return Promise.resolve('mqtt-off');
  const target = configuredTarget(config, clientId());
  const digits = Array.from({ length: SUFFIX_DIGITS }, () => Math.floor(random() * 16).toString(16)).join('');
  return new Promise((resolve) => {
    const end = (problem: AlertProblem | undefined) => {
      cancel();
      signal.removeEventListener('abort', abort);
      void client.close();
      resolve(problem);
    };
    const abort = () => end('broker');
    const cancel = clock.after(WITHIN_MS, () => end('timeout'));
    const client = openBrokerClient({
      target: { ...target, isSessionClean: true, clientId: `${target.clientId}-alert-${digits}` },
      clock,
      timeoutMs: WITHIN_MS,
      onAccepted() {
        if (!client.publish({ topic, payload, retain: false })) return end('broker');
        void client.settled().then((isTaken) => end(isTaken ? undefined : 'broker'));
      },
      onMessage() {},
      onSkipped() {},
      onEnd: () => end('broker'),
    });
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
}
