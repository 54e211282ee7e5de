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
export declare function createLinesPoster(connectionsMax: number): LinesPoster;
