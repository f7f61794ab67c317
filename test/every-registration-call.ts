import { type Caller } from './call-by-key.ts';

const version = 1;

export async function useEvents(call: Caller): Promise<void> {
  await call('POST /api/v1/collection', { body: { cid: 'C2', title: 'Tales' } });
  const from = Math.floor(Date.parse('2026-01-01') / 1000);
  const times = { from, until: from + 366 * 86_400 };
  const body = { name: 'Fair', cid: 'C2', code: 'FAIRFAIR2026', ...times, length: 30, participant_limit: 10 };
  const { event_idx } = (await call('POST /api/v1/event', { body })).json.results;
  const path = [event_idx];
  await call('GET /api/v1/event', { query: { status: 'in_progress' } });
  await call('GET /api/v1/event/{event_idx}', { path });
  await call('PUT /api/v1/event/{event_idx}', { path, body: { name: 'Book fair', version } });
  const paused = { path, body: { paused: true } };
  await call('PUT /api/v1/event/{event_idx}/pause', paused);
  await call('PUT /api/v1/event/{event_idx}/pause', { path, body: { paused: false } });
  await call('GET /event/export', { query: { as: 'csv' } });
  await call('GET /event/export', { query: { as: 'xlsx' } });
  const unused = { ...body, code: 'FAIRFAIR2027', forced_expire: true };
  const other = (await call('POST /api/v1/event', { body: unused })).json.results.event_idx;
  await call('DELETE /api/v1/event/{event_idx}', { path: [other] });
  await call('GET /api/v1/code/redeem', { query: { code: 'fair-fair-2026' } });
  const headers = { 'idempotency-key': 'a-key-of-mia' };
  await call('POST /api/v1/code/redeem', { body: { code: 'FAIRFAIR2026', learner_id: 'mia' }, headers });
  const { key } = (await call('POST /api/v1/api_key', { body: { name: 'Portal', scope: 'redeem' } })).json.results;
  const program = { authorization: `Bearer ${key}` };
  const noa = { body: { code: 'FAIRFAIR2026', learner_id: 'noa' }, headers: program };
  const { reg_idx } = (await call('POST /portal/v1/redeem', noa)).json.results;
  await call('DELETE /api/v1/event/{event_idx}/participant/{reg_idx}', { path: [event_idx, reg_idx] });
  await call('GET /api/v1/learner/{ref}', { path: ['mia'] });
  await call('GET /api/v1/learner/{ref}/tries', { path: ['mia'] });
  const { reg_idx: joined } = (
    await call('POST /portal/v1/redeem', { ...noa, body: { ...noa.body, learner_id: 'eli' } })
  ).json.results;
  const own = { path: ['eli'], body: { registrations: [joined] } };
  await call('POST /api/v1/learner/{ref}/extend', { ...own, body: { ...own.body, days: 30, memo: 'Was ill' } });
  await call('POST /api/v1/learner/{ref}/cancel', own);
  await call('POST /api/v1/learner/{ref}/restore', own);
  await call('POST /api/v1/learner/{ref}/again', { path: ['eli'], body: { reg_idx: joined, dry_run: true } });
  await call('POST /api/v1/learner/{ref}/move', { path: ['eli'], body: { registrations: [joined], to: 'ola' } });
  await call('POST /api/v1/learner/{ref}/merge', { path: ['ola'], body: { into: 'mia', memo: 'One child' } });
  await call('GET /api/v1/learner/{ref}/export', { path: ['mia'] });
  await call('POST /portal/v1/redeem', { ...noa, body: { ...noa.body, learner_id: 'uma' } });
  await call('POST /api/v1/learner/{ref}/erase', { path: ['uma'], body: { phrase: 'I understand' } });
  await call('POST /api/v1/registration/address', { body: { learner_id: 'mia' } });
  await call('GET /registration/export', { query: { as: 'csv', learner_id: 'mia' } });
  await call('GET /registration/export', { query: { as: 'xlsx' } });
}
