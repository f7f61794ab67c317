import type { Caller } from './call-by-key.ts';

/** A second person, who decides on what is planned. */
export async function useApprovals(call: Caller, second: { cookie: string }): Promise<void> {
  const rules = (value: object) => call('PUT /api/v1/setting/{key}', { path: ['second_person'], body: { value } });
  const plan = async (cid: string) => {
    await call('POST /api/v1/collection', { body: { cid, title: 'Going' } });
    return (await call('DELETE /api/v5/collection/{cid}', { path: [cid] })).json.results.approval;
  };
  await rules({ delete_collection: true });
  const [applied, returned, alone] = [await plan('going1'), await plan('going2'), await plan('going3')];
  await call('GET /api/v1/approval');
  await call('GET /api/v1/approval/{appr_idx}', { path: [applied] });
  await call('POST /api/v1/approval/{appr_idx}/approve', { path: [applied], body: {}, headers: second });
  const text = 'Not before December.';
  await call('POST /api/v1/approval/{appr_idx}/return', { path: [returned], body: { text }, headers: second });
  await call('DELETE /api/v1/approval/{appr_idx}', { path: [returned] });
  const reason = 'Nobody is here today.';
  await call('POST /api/v1/approval/{appr_idx}/override', { path: [alone], body: { reason } });
  const { approval } = (await rules({})).json.results;
  await call('POST /api/v1/approval/{appr_idx}/approve', { path: [approval], body: {}, headers: second });
}
