import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '#test/client.ts';

export interface Sale {
  cust_idx: number;
  cidx: number;
}

/** Adds a customer and a collection to issue codes of. */
export async function addSale(client: Client): Promise<Sale> {
  const { cust_idx } = await client.results('POST', '/api/v1/customer', { cust_id: 'BENCH', name: 'Bench' });
  const { cidx } = await client.results('POST', '/api/v1/collection', { cid: 'bench', title: 'Bench' });
  return { cust_idx, cidx };
}

/** Issues a batch as from the screen, and waits until it is reported as issued. */
export async function issueBatch(
  client: Client,
  batch: Sale & { count: number; valid_until?: string },
): Promise<number> {
  const terms = { title: 'Many', price: '9.90', currency: 'USD', length: 30 };
  const { cg_idx } = await client.results<{ cg_idx: number }>('POST', '/api/v1/code/batch', { ...terms, ...batch });
  for (;;) {
    const { status } = await client.results<{ status: string }>('GET', `/api/v1/code/batch/${cg_idx}`);
    if (status === 'issued') return cg_idx;
    if (status !== 'issuing') throw new Error(`The batch is ${status}.`);
    // The polling interval of its page.
    await sleep(500);
  }
}
