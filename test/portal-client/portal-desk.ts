import { ReadableStream } from 'node:stream/web';
import { listenAsPortal } from '#test/listening-portal.ts';
import { Portal } from '../../clients/portal/src/portal-client.ts';
import type { PortalOptions } from '../../clients/portal/src/requests.ts';

/** What a wire does to a request instead of only carrying it: before it is sent, or with its answer. */
export interface Wire {
  before?: (url: string) => void;
  after?: (answer: Response, url: string) => Response | Promise<Response>;
}

/** An office that listens, its staff, and programs that read its portal over lines that may be cut. */
export async function startPortal() {
  const { office, url, desk, key } = await listenAsPortal();
  /** Requests made so far, by status. */
  const made: string[] = [];
  const over =
    (wire: Wire): typeof fetch =>
    async (input, init) => {
      const address = input instanceof Request ? input.url : input.toString();
      wire.before?.(address);
      const answer = await fetch(input, init);
      made.push(`${answer.status} ${address.replace(`${url}/portal/v1/`, '')}`);
      return wire.after ? wire.after(answer, address) : answer;
    };
  return {
    office,
    url,
    key,
    desk,
    made,
    portal: (wire: Wire = {}, options: Partial<PortalOptions> = {}) =>
      new Portal({ url, key, fetch: over(wire), ...options }),
  };
}

export const published = { published_at: new Date(0).toISOString() };

/** A line that is cut after so many bytes of a body. */
export function tornAfter(bytes: number, answer: Response): Response {
  if (!answer.body) return answer;
  const { body } = answer;
  async function* torn() {
    let left = bytes;
    for await (const piece of body) {
      yield piece.subarray(0, left);
      left -= piece.length;
      if (left <= 0) throw new TypeError('The line was cut.');
    }
  }
  return new Response(ReadableStream.from(torn()) as BodyInit, { status: answer.status, headers: answer.headers });
}
