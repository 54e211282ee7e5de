import { onTestFinished } from 'vitest';
import { type Broker, startBroker } from '../outside/broker.ts';

/** A broker that goes when the test ends. */
export async function startTestBroker(): Promise<Broker> {
  const broker = await startBroker();
  onTestFinished(() => broker.close());
  return broker;
}
