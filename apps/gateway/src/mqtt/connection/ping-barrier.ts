import type { MqttClient } from 'mqtt';

/**
 * Tells when a broker has taken everything that it was sent. Messages with QoS 0 are not acknowledged, but a broker
 * takes the packets of a client in their order: when it answers a ping it has taken what came before.
 */
export interface PingBarrier {
  /** True when everything that was sent so far is taken, false when the connection is over before. */
  passed(): Promise<boolean>;
  /** The connection is over. */
  end(): void;
}

interface Waiting {
  /** The answer that it waits for. */
  readonly answer: number;
  readonly resolve: (isPassed: boolean) => void;
}

export function createPingBarrier(client: MqttClient): PingBarrier {
  /** Those of the keep-alive count too: an answer does not tell to which ping. */
  let pings = 0;
  let answers = 0;
  let waiting: readonly Waiting[] = [];
  let isOver = false;

  client.on('packetsend', ({ cmd }) => {
    if (cmd === 'pingreq') pings += 1;
  });
  client.on('packetreceive', ({ cmd }) => {
    if (cmd !== 'pingresp') return;
    answers += 1;
    const passed = waiting.filter(({ answer }) => answer <= answers);
    waiting = waiting.filter(({ answer }) => answer > answers);
    for (const { resolve } of passed) resolve(true);
  });

  return {
    passed() {
      if (isOver) return Promise.resolve(false);
      client.sendPing();
      const answer = pings;
      return new Promise((resolve) => {
        waiting = [...waiting, { answer, resolve }];
      });
    },
    end() {
      isOver = true;
      for (const { resolve } of waiting) resolve(false);
      waiting = [];
    },
  };
}
