import { request as httpRequest, Agent as PlainAgent } from 'node:http';
import { request as httpsRequest, Agent as SecureAgent } from 'node:https';

/** Brings a body to an address and gives the status of the answer; rejects where there is none in time. */
export interface LinesPoster {
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array,
    timeoutMs: number,
  ): Promise<number>;
  stop(): void;
}

/**
 * Over connections that stay open. Not by `fetch`, which takes half as much of the processor again for such small bodies, and opens
 * another connection whenever all are busy. Behind a connection that was open for long nobody may be any more: then it is tried once
 * again over a new one, which is harmless because what is sent twice counts once.
 */
export function createLinesPoster(connectionsMax: number): LinesPoster {
  const options = { keepAlive: true, maxSockets: connectionsMax };
  const plain = new PlainAgent(options);
  const secure = new SecureAgent(options);

  type Call = Parameters<LinesPoster['post']>;

  function once([url, headers, body, timeoutMs]: Call, isAnew: boolean) {
    return new Promise<{ readonly status: number } | 'was-closed'>((resolve, reject) => {
      const isSecure = url.startsWith('https:');
      // Without an agent it has a connection of its own, which nobody can have closed before.
      const agent = isAnew ? false : isSecure ? secure : plain;
      const asked = (isSecure ? httpsRequest : httpRequest)(
        url,
        {
          ...{ method: 'POST', agent },
          headers: { ...headers, 'content-length': body.byteLength },
        },
        (response) => {
          const { statusCode: status = 0 } = response;
          // The status has said what is to be known; the rest is read so that the connection may be used again.
          response.resume().on('error', () => undefined);
          response.on('close', () => resolve({ status }));
        },
      );
      const timer = setTimeout(() => asked.destroy(new Error('It did not answer in time.')), timeoutMs);
      asked.on('close', () => clearTimeout(timer));
      asked.on('error', (error: NodeJS.ErrnoException) => {
        const wasClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
        if (asked.reusedSocket && wasClosed) resolve('was-closed');
        else reject(error);
      });
      asked.end(body);
    });
  }

  return {
    async post(...call) {
      const outcome = await once(call, false);
      if (outcome !== 'was-closed') return outcome.status;
      const second = await once(call, true);
      if (second === 'was-closed') throw new Error('The connection was closed.');
      return second.status;
    },
    stop() {
      plain.destroy();
      secure.destroy();
    },
  };
}
