import type { FleetChange, FleetView, Me, Site } from '@heliograph/fleet-contract';

export const ADMIN: Me = { name: 'ada', admin: true, manages: [] };

export function siteOf(id: string, about: Partial<Site> = {}): Site {
  const summary = {
    ...{ name: `Plant ${id}`, version: '0.2.0', power: 1000, today: 5000, day: true },
    ...{ inverters: 3, reachable: 3, producing: 3, findings: 0, alerts: 0 },
  };
  return { ...{ id, name: '', group: '', state: 'ok', problems: [], heard: 1, summary }, ...about };
}

export const viewOf = (sites: readonly Site[], about: Partial<FleetView> = {}): FleetView => ({
  ...{ me: ADMIN, version: '0.2.0', groups: [], parts: {}, sites },
  ...about,
});

type Answer = { readonly status?: number; readonly body: unknown; readonly headers?: Record<string, string> };

/** The server of a fleet as a test has it: one stream at a time, and answers by the last part of the path. */
export class FakeFleet {
  readonly asked: { readonly path: string; readonly body: unknown }[] = [];
  answers: Readonly<Record<string, Answer | undefined>> = {};
  /** What asking for the stream comes to, where it is refused. */
  refusesStream: Answer | undefined;
  isReachable = true;
  streams = 0;
  private waiting: ((chunk: { done: boolean; value?: Uint8Array }) => void) | undefined;
  private readonly chunks: { done: boolean; value?: Uint8Array }[] = [];

  readonly fetch = async (path: string, init: RequestInit): Promise<Response> => {
    if (!this.isReachable) throw new TypeError('no network');
    const name = path.replace(/^\/api\/fleet\//, '').replace(/\?.*/, '');
    if (name === 'live')
      return this.refusesStream ? respond(this.refusesStream) : this.openStream(init.signal);
    this.asked.push({ path, body: init.body === undefined ? undefined : JSON.parse(String(init.body)) });
    return respond(this.answers[name] ?? { status: 404, body: { refusal: 'unknown' } });
  };

  says(name: 'view' | 'change', data: FleetView | FleetChange): void {
    this.sends(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  sends(text: string): void {
    this.push({ done: false, value: new TextEncoder().encode(text) });
  }

  endsStream(): void {
    this.push({ done: true });
  }

  private push(chunk: { done: boolean; value?: Uint8Array }): void {
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting === undefined) this.chunks.push(chunk);
    else waiting(chunk);
  }

  private openStream(signal: AbortSignal | null | undefined): Response {
    this.streams += 1;
    this.chunks.length = 0;
    this.waiting = undefined;
    const read = () =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
        const next = this.chunks.shift();
        if (next !== undefined) resolve(next);
        else this.waiting = resolve;
      });
    return { ok: true, status: 200, body: { getReader: () => ({ read }) } } as unknown as Response;
  }
}

/** No more than is asked of one, so that nothing takes real time. */
const respond = ({ status = 200, body, headers }: Answer): Response =>
  ({
    ...{ status, ok: status === 200, body: null, headers: new Headers(headers) },
    json: () => Promise.resolve(body),
  }) as unknown as Response;
