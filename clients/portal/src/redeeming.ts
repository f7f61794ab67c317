import { errorOf } from './portal-error.ts';
import type { Language, Redeemed } from './portal-types.generated.ts';
import { type PortalOptions, parsedAnswer, type RequestOptions, type Requests } from './requests.ts';

/** Which code, and for whom. */
export interface Redemption {
  code: string;
  /** Who redeems it, as your program knows them; 1 to 128 characters. */
  learner_id: string;
  /** By default made of learner and code: the same learner and code is the same act. */
  idempotencyKey?: string;
}

/** See {@link Portal.redeem}. */
export async function redeemCode(
  requests: Requests,
  { redeemKey }: PortalOptions,
  { code, learner_id, idempotencyKey }: Redemption,
  { signal, language }: RequestOptions & { language?: Language | 'ja' | undefined },
): Promise<Redeemed> {
  if (redeemKey === undefined) throw new Error('Portal: redeeming needs `redeemKey`, a key of the scope `redeem`.');
  const headers = {
    authorization: `Bearer ${redeemKey}`,
    'content-type': 'application/json',
    'idempotency-key': idempotencyKey ?? (await digest(`${learner_id} ${code}`)),
    // Not in the address: the office takes a key for one address and body, and the language is of the reader alone.
    ...(language !== undefined && { 'x-language': language }),
  };
  const call = 'redeem';
  const init = { method: 'POST', headers, body: JSON.stringify({ code, learner_id }) };
  return requests.retried(signal, async () => {
    const answer = await requests.send(call, init, signal);
    if (!answer.ok) throw await errorOf(call, answer);
    return parsedAnswer(call, await answer.text()).results;
  });
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
