import { expect, vi } from 'vitest';
import { connectAssistant } from '#features/assistant/assistant.fixture.ts';
import { rightKey, startProvider } from '#features/draft/provider-double.fixture.ts';
import { Client } from '#test/client.ts';
import { admin } from '#test/product.ts';
import type { SpawnedOffice } from '#test/spawned-office.ts';

/** The paths of portal answers that two offices are compared by. */
const lists = ['books', 'series', 'collections', 'advertised', 'roadmaps', 'series_guides'] as const;

/** The sample library with what staff, shops and learners do: sales, a release, a scheduled change, comments, keys and links. */
export async function furnish({ url }: SpawnedOffice): Promise<void> {
  const ada = await Client.logIn(url, admin);
  await ada.results('POST', '/api/v1/sample');
  await ada.results('POST', '/api/v1/staff', {
    staff_id: 'bert',
    name: 'Bert',
    password: 'another horse battery',
    is_admin: false,
  });
  const [batch] = (await ada.results('GET', '/api/v1/code/batch?search=Spring')).batches;
  const { key } = await ada.results('POST', '/api/v1/api_key', {
    name: 'Shop',
    scope: 'vend',
    batches: [batch.cg_idx],
    quota: 10,
  });
  const order = { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } };
  const drawn = await fetch(`${url}/partner/v1/orders`, { ...order, body: JSON.stringify({ order: 'A-1' }) });
  const { results } = (await drawn.json()) as { results: { code: string } };
  await ada.results('POST', '/api/v1/code/redeem', { code: results.code, learner_id: 'kim, "7"\n' });
  await ada.request('POST', '/api/v1/code/redeem', { code: 'AAAABBBBCCCC', learner_id: 'lee' });
  await ada.request('GET', '/api/v1/code?as=csv');
  const inAYear = Math.floor(Date.now() / 1000) + 366 * 86_400;
  await ada.results('POST', `/api/v1/code/batch/${batch.cg_idx}/link`, {
    expires_at: inAYear,
    password: 'open sesame',
  });
  const { rel_idx } = await ada.results('POST', '/api/v1/release', { name: 'Winter', apply_at: inAYear });
  await ada.results('PUT', `/api/v1/release/${rel_idx}/change`, {
    kind: 'book',
    id: 'SAMPLE-001',
    values: { title: 'The lantern of winter' },
  });
  await ada.results('POST', '/api/v1/reservation', {
    cid: 'sample-first-steps',
    target: 'price',
    value: [{ currency: 'KRW', price: '12000' }],
    apply_at: inAYear,
  });
  await ada.results('POST', '/api/v1/thread', {
    kind: 'book',
    id: 'SAMPLE-002',
    text: String.raw`\N and "quotes", @bert`,
  });
  await ada.results('PUT', '/api/v1/book/SAMPLE-003', { title: 'An edited title' });
  await ada.results('POST', '/api/v1/webhook', { name: 'Receiver', url: 'http://127.0.0.1:9/' });
  await ada.results('POST', '/api/v1/term', { term: 'lantern', texts: { es: 'farol', ko: '등불' } });
  await takeBack(ada);
  await propose(ada);
  await draft(ada);
  await choose(ada);
}

/** A price that was lower, codes that were cancelled, and a learner who was erased. */
async function takeBack(ada: Client): Promise<void> {
  const prices = [{ currency: 'KRW', price: '11000', subscription_period: 30 }];
  await ada.results('PUT', '/api/v5/collection/sample-first-steps', { prices });
  // A batch of its own: codes that shops draw leave in no sheet.
  const sale = { cust_idx: 1, cidx: 1, title: 'Autumn term', count: 20, price: '9.90', currency: 'USD', length: 30 };
  const { cg_idx } = await ada.results('POST', '/api/v1/code/batch', sale);
  const sheet = `/api/v1/code?cg_idx=${cg_idx}&as=csv`;
  const codes = await vi.waitFor(async () => {
    const found = (await ada.request('GET', sheet)).text.match(/^[0-9A-Z]{12}\b/gm) ?? [];
    expect(found).toHaveLength(20);
    return found;
  }, 60_000);
  const [code, ...others] = codes;
  await ada.results('POST', '/customer/code/update/is_canceled', {
    codes: others.slice(0, 2),
    is_canceled: 1,
    memo: 'Lost',
  });
  await ada.results('POST', '/api/v1/code/redeem', { code, learner_id: 'noa-of-park-lane' });
  const { ref } = await ada.results('GET', '/api/v1/learner/noa-of-park-lane');
  await ada.results('POST', `/api/v1/learner/${ref}/erase`, { phrase: 'I understand' });
}

/** What people chose for themselves: languages of mails, views, rows of the start page, and whom a comment names. */
async function choose(ada: Client): Promise<void> {
  await ada.results('PUT', '/api/v1/staff/me/mail', { locale: 'ko', version: 0 });
  const to = { name: 'Figures', source: 'platform', addresses: 'ada@library.example', rhythm: 'week', day: 1, hour: 9 };
  await ada.results('POST', '/api/v1/mailing', to);
  const { view_idx } = await ada.results('POST', '/api/v1/view', { list: '/book', name: 'Drafts', query: {} });
  await ada.results('POST', `/api/v1/view/${view_idx}/reader`, { staff_id: 'mia' });
  const row = { kind: 'import.tasks_waiting', things: { 1: 1 } };
  await ada.results('POST', '/api/v1/task/snooze', { ...row, until: '2099-01-01' });
  await ada.results('POST', '/api/v1/task/take', row);
  await ada.results('POST', '/api/v1/thread', { kind: 'book', id: 'SAMPLE-001', text: 'Which cover, @mia?' });
}

/** A price that waits for a second person, and what an assistant proposes. */
async function propose(ada: Client): Promise<void> {
  // Whom it waits for.
  const second = { staff_id: 'mia', name: 'Mia', password: 'yet another horse battery', is_admin: true };
  await ada.results('POST', '/api/v1/staff', second);
  const rules = { release: false, codes_above: null, records_above: null, delete_collection: false, proposals: false };
  await ada.results('PUT', '/api/v1/setting/second_person', { value: { ...rules, prices: true } });
  const prices = [{ currency: 'KRW', price: '13000', subscription_period: 30 }];
  const { status, text } = await ada.request('PUT', '/api/v5/collection/sample-first-steps', { prices });
  if (status !== 202) throw new Error(`A price was answered ${status}: ${text}`);
  const may = ['read', 'propose'];
  const { key, key_idx: keyIdx } = await ada.results('POST', '/api/v1/api_key', {
    name: 'Helper',
    scope: 'assistant',
    may,
  });
  const assistant = await connectAssistant(ada.url, { key, keyIdx });
  const [series] = await ada.results<{ ser_idx: number }[]>('GET', '/api/v1/series');
  await assistant.propose('PUT /api/v1/series/{ser_idx}', {
    params: { ser_idx: series?.ser_idx },
    body: { title: 'A proposed title' },
  });
  await assistant.close();
}

/** What a provider of machine translations made, and nobody has taken yet. */
async function draft(ada: Client): Promise<void> {
  const { url, close } = await startProvider('deepl');
  await ada.results('POST', '/api/v1/collection', {
    cid: 'drafted',
    title: 'Drafted',
    multi_lang_data: { en: { title: 'Drafted' } },
  });
  await ada.results('PUT', '/api/v1/setting/drafts', { value: { provider: 'deepl', url, key: rightKey, model: '' } });
  await ada.results('POST', '/api/v1/draft', { kind: 'collection', ids: ['drafted'], to: ['ko'] });
  const states = async () => {
    const made = await ada.results<{ state: string }[]>('GET', '/api/v1/draft?kind=collection&ids=drafted');
    return made.map(({ state }) => state);
  };
  await vi.waitFor(async () => expect(await states()).toEqual(['waiting']), { timeout: 60_000 });
  await close();
}

/** Everything that the portal answers, by path; answers to lists are asked for page by page. */
export async function portalOf({ url }: SpawnedOffice): Promise<Record<string, string>> {
  const ada = await Client.logIn(url, admin);
  const { key } = await ada.results('POST', '/api/v1/api_key', { name: 'Portal', scope: 'read' });
  const said: Record<string, string> = {};
  const read = async (path: string) => {
    const answer = await fetch(`${url}/portal/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
    const text = await answer.text();
    said[path] = `${answer.headers.get('etag')} ${text}`;
    return JSON.parse(text) as { results: Record<string, string>[]; next?: string | null };
  };
  for (const list of lists) {
    let next: string | null | undefined = '';
    while (next !== null && next !== undefined) {
      const page = await read(`${list}${next && `?after=${encodeURIComponent(next)}`}`);
      for (const row of page.results) {
        const id = {
          books: row['bid'],
          collections: row['cid'],
          roadmaps: row['grp_idx'],
          series_guides: row['gui_id'],
        };
        const own = (id as Record<string, string | undefined>)[list];
        if (own !== undefined) await read(`${list}/${own}`);
        if (list === 'books') await read(`books/${own}/sentences`);
      }
      next = page.next;
    }
  }
  return said;
}
