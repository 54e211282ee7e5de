import { jsonResponse } from './test-services.ts';

/** What a test has its gateway answer. */
export type Answer = () => Response | Promise<Response>;

export const SAVED = { type: 'success', message: 'Settings saved!', code: 1001 };

/** A page where data were asked for: so a device answers a path that it does not know. */
export function htmlResponse(): Response {
  return new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
}

/** The gateway cannot be reached. */
export function noAnswer(): Promise<Response> {
  return Promise.reject(new TypeError('network is down'));
}

/** An answer that is kept back until the test gives it. */
export function holdAnswer() {
  let give: (response: Response) => void = () => undefined;
  return {
    answer: () =>
      new Promise<Response>((resolve) => {
        give = resolve;
      }),
    give: (body: unknown) => give(jsonResponse(body)),
  };
}

/** What a POST brings. */
export function postedData({ body }: RequestInit): Record<string, unknown> {
  return JSON.parse(String((body as FormData).get('data')));
}
