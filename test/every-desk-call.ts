import type { Caller } from './call-by-key.ts';

const version = 1;

export async function useThreads(call: Caller): Promise<void> {
  const [series]: { ser_idx: number }[] = (await call('GET /api/v1/series')).json.results;
  const of = { kind: 'series', id: String(series?.ser_idx) };
  const { thread_idx, msg_idx } = (await call('POST /api/v1/thread', { body: { ...of, text: '@ada?' } })).json.results;
  const path = [thread_idx];
  await call('GET /api/v1/thread', { query: of });
  await call('GET /api/v1/mark', { query: of });
  await call('GET /api/v1/mark/field', { query: of });
  await call('GET /api/v1/thread/{thread_idx}/message', { path, query: { before: msg_idx } });
  await call('POST /api/v1/thread/{thread_idx}', { path, body: { text: 'Yes' } });
  await call('POST /api/v1/thread/{thread_idx}/seen', { path });
  await call('PUT /api/v1/thread/{thread_idx}', { path, body: { resolved: true, version } });
  await call('PUT /api/v1/thread/message/{msg_idx}', { path: [msg_idx], body: { text: 'No', version } });
  await call('DELETE /api/v1/thread/message/{msg_idx}', { path: [msg_idx] });
}

// Without a server, no mail is made.
export async function useMails(call: Caller): Promise<void> {
  await call('GET /api/v1/doctor', { query: { check: 'mail' } });
  await call('GET /api/v1/trail/anchor', {});
  await call('GET /api/v1/staff/me/mail');
  await call('PUT /api/v1/staff/me/mail', { body: { locale: 'en', version: 0 } });
  await call('POST /api/v1/staff/me/mail/address');
  await call('DELETE /api/v1/staff/me/mail/address');
  await call('POST /login/forgotten', { body: { id: 'nobody' } });
  await call('GET /api/v1/mail', { query: { state: 'failed' } });
  await call('POST /api/v1/mail/test');
  await call('POST /api/v1/mail/send');
  await call('POST /api/v1/mail/{mail_idx}/send', { path: [1] });
  const to = { name: 'Figures', source: 'platform', addresses: 'ada@library.example', rhythm: 'week', day: 1, hour: 9 };
  const { mailing_idx } = (await call('POST /api/v1/mailing', { body: to })).json.results;
  const path = [mailing_idx];
  await call('GET /api/v1/mailing');
  await call('GET /api/v1/mailing/{mailing_idx}', { path });
  await call('PUT /api/v1/mailing/{mailing_idx}', { path, body: { active: false, version } });
  await call('POST /api/v1/mailing/{mailing_idx}/send', { path });
  await call('DELETE /api/v1/mailing/{mailing_idx}', { path });
}

export async function useTerms(call: Caller): Promise<void> {
  const { term_idx } = (await call('POST /api/v1/term', { body: { term: 'reader', texts: { ko: '독자' } } })).json
    .results;
  const path = [term_idx];
  await call('GET /api/v1/term', { query: { search_val: 'reader' } });
  await call('GET /api/v1/term/{term_idx}', { path });
  await call('PUT /api/v1/term/{term_idx}', { path, body: { keep: true, version } });
  await call('GET /term/export', { query: { as: 'xlsx' } });
  await call('DELETE /api/v1/term/{term_idx}', { path });
}

export async function useFaults(call: Caller): Promise<void> {
  const path = ['blank_ends'];
  await call('GET /api/v1/fault');
  await call('GET /api/v1/fault/{fault}', { path });
  await call('POST /api/v1/fault/{fault}/fix', { path, body: { all: true, dry_run: true } });
  await call('POST /api/v1/fault/{fault}/dismiss', { path, body: { all: true, reason: 'Meant' } });
  await call('POST /api/v1/fault/{fault}/restore', { path, body: { all: true } });
}
