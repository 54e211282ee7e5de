import mqtt from 'mqtt';

/** A power meter that tells a broker what it measures. */
export interface TellingMeter {
  /** Nothing while it is not connected. */
  tell(powerW: number): void;
  /** As when its power is cut: nobody says good-bye. */
  kill(): void;
}

/** It tries again and again to reach the broker at a port of this machine. */
export function startTellingMeter(port: number, topic: string): TellingMeter {
  const client = mqtt.connect({
    ...{ host: '127.0.0.1', port, reconnectPeriod: 500, connectTimeout: 2000, queueQoSZero: false },
  });
  client.on('error', () => undefined); // the broker may be dead
  return {
    tell(powerW) {
      if (client.connected) client.publish(topic, powerW.toFixed(1));
    },
    kill() {
      client.stream.destroy();
      client.end(true);
    },
  };
}
