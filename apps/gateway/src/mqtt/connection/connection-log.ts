import type { MqttFailure } from '@heliograph/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { BrokerTarget } from './broker-target.ts';
import { type ConnectProblem, failureSentence } from './connect-failure.ts';

/** How a connection to the broker ended, or came not to be. */
export interface ConnectionEnd {
  readonly problem: ConnectProblem;
  /** There was a connection. */
  readonly isLost: boolean;
  /** Connections in a row that did not hold, with this one. */
  readonly shortOnes: number;
  /** Until the next attempt. */
  readonly delayMs: number;
}

/** Tells the log why there is no connection: as a warning what is new, and what lasts now and then. */
export type ConnectionLog = (end: ConnectionEnd) => void;

/** That many in a row that did not hold may be a take-over: a broker ends the connection of a client when another one has its id. */
const TAKEN_OVER_AFTER = 2;
/** So often a lasting failure is a warning again. */
const WARN_EVERY_MS = 600_000;

export function createConnectionLog(target: BrokerTarget, clock: Clock, log: Log): ConnectionLog {
  const address = { server: target.hostname, port: target.port, tls: target.tls };
  let warned: { readonly failure: MqttFailure; readonly atMs: number } | undefined;

  return ({ problem, isLost, shortOnes, delayMs }) => {
    const nowMs = clock.monotonicMs();
    const isKnown = warned?.failure === problem.failure && nowMs - warned.atMs < WARN_EVERY_MS;
    if (isLost || !isKnown) warned = { failure: problem.failure, atMs: nowMs };
    const sentence = failureSentence(problem.failure);
    const facts = { ...address, ...problem, retryS: delayMs / 1000 };
    if (shortOnes >= TAKEN_OVER_AFTER) {
      log.warn(`${sentence} Another client may use the same client id.`, {
        ...facts,
        clientId: target.clientId,
      });
    } else log[isLost || !isKnown ? 'warn' : 'debug'](sentence, facts);
  };
}
