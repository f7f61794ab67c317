import { expect } from 'vitest';
import { connectAssistant } from '#features/assistant/assistant.fixture.ts';
import { type ProviderDouble, rightKey } from '#features/draft/provider-double.fixture.ts';
import type { Client } from './client.ts';

const priced = (price: string) => [{ currency: 'KRW', price, subscription_period: 30 }];
const rulesOf = (prices: boolean) => ({
  release: false,
  codes_above: null,
  records_above: null,
  prices,
  delete_collection: false,
  proposals: false,
});

/** What one instance stores that waits for a person: see {@link storeWaiting}. */
export type Waiting = Awaited<ReturnType<typeof storeWaiting>>;

const draftsOf = (by: Client, cid: string) =>
  by.results<{ field: string; state: string; text: string }[]>('GET', `/api/v1/draft?kind=collection&ids=${cid}`);
const priceOf = async (by: Client, cid: string) =>
  Number((await by.results('GET', `/api/v5/collection/${cid}`))['collection'].prices[0].price);
const titleOf = async (by: Client, id: number) =>
  (await by.results<{ ser_idx: number; title: string }[]>('GET', '/api/v1/series')).find(
    ({ ser_idx }) => ser_idx === id,
  )?.title;

/** Two drafts of a collection, a term, a plan that waits for another person, and proposals, of which one was edited. */
export async function storeWaiting(by: Client, turn: string, provider: ProviderDouble) {
  const cids = { drafted: `drafted-${turn}`, planned: `planned-${turn}` };
  const texts = { en: { title: `Lamp ${turn}`, summary: 'A light of its own' } };
  for (const cid of Object.values(cids))
    await by.results('POST', '/api/v1/collection', {
      cid,
      title: `Lamp ${turn}`,
      prices: priced('1'),
      multi_lang_data: texts,
    });

  const chosen = { provider: 'libretranslate', url: provider.url, key: rightKey };
  await by.results('PUT', '/api/v1/setting/drafts', { value: chosen });
  await by.results('POST', '/api/v1/draft', { kind: 'collection', ids: [cids.drafted], to: ['ko'] });
  await expect
    .poll(async () => (await draftsOf(by, cids.drafted)).map(({ state }) => state))
    .toEqual(['waiting', 'waiting']);
  const drafts = await draftsOf(by, cids.drafted);

  const term = { term: `lantern ${turn}`, note: 'Not “lamp”', texts: { ko: `등불 ${turn}` } };
  const { term_idx: termIdx } = await by.results('POST', '/api/v1/term', term);

  await by.results('PUT', '/api/v1/setting/second_person', { value: rulesOf(true) });
  const { status, text } = await by.request('PUT', `/api/v5/collection/${cids.planned}`, { prices: priced('2') });
  expect(status).toBe(202);
  const plan: number = JSON.parse(text).results.approval;

  const given = { name: `Helper ${turn}`, scope: 'assistant', may: ['read', 'propose'] };
  const { key, key_idx: keyIdx } = await by.results<{ key: string; key_idx: number }>('POST', '/api/v1/api_key', given);
  const assistant = await connectAssistant(by.url, { key, keyIdx });
  const propose = async (name: string) => {
    const { ser_idx: id } = await by.results<{ ser_idx: number }>('POST', '/api/v1/series', {
      title: `${name} ${turn}`,
    });
    const body = { title: `Proposed ${name} ${turn}` };
    const { proposal } = await assistant.propose('PUT /api/v1/series/{ser_idx}', { params: { ser_idx: id }, body });
    return { id, proposal: Number(proposal), was: `${name} ${turn}` };
  };
  const edited = await propose('edited');
  await editTitle(by, edited.proposal, `Edited ${turn}`);
  const untouched = await propose('untouched');
  await assistant.close();
  return { turn, cids, drafts, term, termIdx, plan, edited, untouched };
}

/** Gives the one change of a proposal another title. */
async function editTitle(by: Client, proposal: number, value: string): Promise<void> {
  const { version, plan } = await by.results('GET', `/api/v1/approval/${proposal}`);
  const values = [{ change: plan.editable[0].change, path: ['title'], value }];
  await by.results('PUT', `/api/v1/approval/${proposal}`, { version, values });
}

/** The other instance shows each as it was stored, brings it to its end, and takes that back. */
export async function proveWaiting(by: Client, second: Client, waiting: Waiting): Promise<void> {
  const { turn, cids, drafts, term, termIdx, plan, edited, untouched } = waiting;
  const undo = async (act: unknown) => void (await by.results('POST', `/api/v1/act/${Number(act)}/undo`));

  expect(await draftsOf(by, cids.drafted)).toEqual(drafts);
  const taken = drafts.find(({ field }) => field === 'title')?.text;
  await by.results('PUT', `/api/v5/collection/${cids.drafted}/localize/ko`, { title: taken });
  expect((await draftsOf(by, cids.drafted)).map(({ field }) => field)).toEqual(['summary']);

  expect(await by.results('GET', `/api/v1/term/${termIdx}`)).toMatchObject({ ...term, version: 1 });
  const changed = { version: 1, texts: { ko: '랜턴' } };
  const { act_idx: renamed } = await by.results('PUT', `/api/v1/term/${termIdx}`, changed);
  await undo(renamed);
  expect((await by.results('GET', `/api/v1/term/${termIdx}`))['texts'].ko).toBe(term.texts.ko);

  const { version } = await second.results('GET', `/api/v1/approval/${plan}`);
  expect(await priceOf(by, cids.planned)).toBe(1);
  const approve = () => second.request('POST', `/api/v1/approval/${plan}/approve`, { version });
  const [one, again] = [await approve(), await approve()];
  expect([one.status, again.status], `${one.text} ${again.text}`).toEqual([200, 409]);
  expect(await priceOf(by, cids.planned)).toBe(2);

  const apply = async (proposal: number) => {
    const shown = await by.results('GET', `/api/v1/approval/${proposal}`);
    return by.results('POST', `/api/v1/proposal/${proposal}/apply`, { version: shown['version'] });
  };
  const { act_idx: ofEdited } = await apply(edited.proposal);
  expect(await titleOf(by, edited.id)).toBe(`Edited ${turn}`);
  await undo(ofEdited);
  expect(await titleOf(by, edited.id)).toBe(edited.was);
  await editTitle(by, untouched.proposal, `Edited later ${turn}`);
  const { act_idx: ofUntouched } = await apply(untouched.proposal);
  expect(await titleOf(by, untouched.id)).toBe(`Edited later ${turn}`);
  await undo(ofUntouched);
  expect(await titleOf(by, untouched.id)).toBe(untouched.was);
}
