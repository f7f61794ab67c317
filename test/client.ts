// Longer than any response of the product may take. Milliseconds.
const answerWithinMs = 75_000;

/** A response; status 0 if there was none. */
export interface Reply {
  status: number;
  text: string;
  /** Whether it came from the product, not from a proxy in front of it. */
  isOurs: boolean;
}

/** A signed-in program that calls the product over HTTP. */
export class Client {
  readonly url: string;
  readonly cookie: string;

  constructor(url: string, cookie: string) {
    this.url = url;
    this.cookie = cookie;
  }

  /** Logs in with a password. */
  static async logIn(url: string, account: { id: string; password: string }): Promise<Client> {
    const body = new URLSearchParams(account);
    const answer = await fetch(`${url}/login`, { method: 'POST', body, redirect: 'manual' });
    const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
    return new Client(url, cookies.join('; '));
  }

  /** Sends a request, and never rejects. */
  async request(
    method: string,
    path: string,
    body?: FormData | object,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const isForm = body instanceof FormData;
    const type = { ...(body && !isForm && { 'content-type': 'application/json' }) };
    try {
      const answer = await fetch(this.url + path, {
        method,
        headers: { cookie: this.cookie, ...type, ...headers },
        body: isForm ? body : body ? JSON.stringify(body) : null,
        redirect: 'manual',
        signal: AbortSignal.timeout(answerWithinMs),
      });
      return { status: answer.status, text: await answer.text(), isOurs: answer.headers.has('x-request-id') };
    } catch (error) {
      const text = error instanceof Error ? `${error.message} (${String(error.cause)})` : String(error);
      return { status: 0, text, isOurs: false };
    }
  }

  /** The results of a call that must respond with 200; the caller knows their type. */
  async results<T = Record<string, any>>(method: string, path: string, body?: FormData | object): Promise<T> {
    const { status, text } = await this.request(method, path, body);
    if (status !== 200) throw new Error(`${method} ${path} was answered ${status}: ${text}`);
    return JSON.parse(text).results;
  }
}
