interface Answer {
  readonly status?: number;
  readonly statusText?: string;
  readonly text?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The part of an XMLHttpRequest that sends files and loads long texts, in the hands of a test. */
export class FakeRequest {
  readonly upload: {
    onprogress?: (event: { readonly loaded: number; readonly total: number }) => void;
    onload?: () => void;
  } = {};
  readonly headers: Record<string, string> = {};
  method = '';
  url = '';
  form: FormData | undefined;
  isAborted = false;
  status = 0;
  statusText = '';
  responseText = '';
  onloadend: (() => void) | undefined;
  onprogress: (() => void) | undefined;
  private answered: Readonly<Record<string, string>> = {};

  open(method: string, url: string): void {
    this.method = method;
    this.url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  getResponseHeader(name: string): string | null {
    return this.answered[name] ?? null;
  }

  send(form: FormData): void {
    this.form = form;
  }

  abort(): void {
    this.isAborted = true;
    this.fails();
  }

  /** So much of it is on its way. */
  sends(loaded: number, total: number): void {
    this.upload.onprogress?.({ loaded, total });
  }

  sendsAll(): void {
    this.upload.onload?.();
  }

  /** A further piece of the answer is there. */
  brings(text: string, headers: Readonly<Record<string, string>> = {}): void {
    this.responseText += text;
    this.answered = { ...this.answered, ...headers };
    this.onprogress?.();
  }

  answers({
    status = 200,
    statusText = '',
    text = 'OK',
    type = 'text/plain; charset=utf-8',
    headers = {},
  }: Answer = {}): void {
    this.status = status;
    this.statusText = statusText;
    this.responseText = text;
    this.answered = { 'content-type': type, ...headers };
    this.onloadend?.();
  }

  /** The connection is lost. */
  fails(): void {
    this.onloadend?.();
  }
}

/** The requests that were made, and how the next one is. */
export function createFakeRequests() {
  const all: FakeRequest[] = [];
  return {
    all,
    get last(): FakeRequest {
      const last = all.at(-1);
      if (last === undefined) throw new Error('nothing was sent');
      return last;
    },
    open(): XMLHttpRequest {
      const request = new FakeRequest();
      all.push(request);
      return request as unknown as XMLHttpRequest;
    },
  };
}
