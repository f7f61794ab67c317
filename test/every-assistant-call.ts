import type { Caller } from './call-by-key.ts';

/** An assistant that proposes, and the person who decides on it. */
export async function useAssistant(call: Caller): Promise<void> {
  const may = ['read', 'propose'];
  const made = await call('POST /api/v1/api_key', { body: { name: 'Robin', scope: 'assistant', may } });
  const headers = {
    authorization: `Bearer ${made.json.results.key}`,
    accept: 'application/json, text/event-stream',
  };
  const propose = async (title: string): Promise<number> => {
    const given = { operation: 'POST /api/v1/series', body: { title }, why: 'It is missing.' };
    const params = { name: 'propose', arguments: given };
    const { json } = await call('POST /mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      headers,
    });
    return JSON.parse(json.result.content[0].text).proposal;
  };
  const [applied, returned, withdrawn] = [await propose('One'), await propose('Two'), await propose('Three')];
  await call('GET /mcp', { headers });
  await call('GET /api/v1/proposal');
  await call('GET /api/v1/proposal/{prop_idx}', { path: [applied] });
  const values = [{ change: 0, path: ['title'], value: 'First' }];
  await call('PUT /api/v1/approval/{appr_idx}', { path: [applied], body: { version: 1, values } });
  await call('POST /api/v1/proposal/{prop_idx}/apply', { path: [applied], body: { version: 2 } });
  await call('POST /api/v1/proposal/{prop_idx}/return', { path: [returned], body: { text: 'Not now.' } });
  await call('DELETE /api/v1/proposal/{prop_idx}', { path: [withdrawn] });
}
