// oxlint-disable typescript/no-explicit-any -- answers of tools, as tests read them
import { CompiledQuery } from 'kysely';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { AssistantRight } from '#kernel/work/actor.ts';
import type { Office, Person } from '#test/app.ts';
import { must } from '#test/must.ts';

/** An assistant as tests drive it: the official client over HTTP. */
export interface TestAssistant {
  client: Client;
  key: string;
  keyIdx: number;
  /** Uses a tool; answers what it answers, or `{error}`. */
  use(name: string, args?: object): Promise<any>;
  /** Proposes a change, which has to be planned; answers its number. */
  propose(operation: string, given?: { params?: object; query?: object; body?: object; why?: string }): Promise<any>;
  close(): Promise<void>;
}

/** Opens the doors of an office that listens; the origin is answered by {@link listen}. */
export function assistantDesk(office: () => Office, origin: () => string) {
  return {
    async connect(may: readonly AssistantRight[], by: Person = office().admin, name = 'Catalogue helper') {
      const { key, key_idx: keyIdx } = must(await by.post('/api/v1/api_key', { name, scope: 'assistant', may }));
      return connectAssistant(origin(), { key, keyIdx });
    },
  };
}

/** Lets an office listen on a free port. */
export const listen = (office: Office): Promise<string> => office.server.listen({ port: 0, host: '127.0.0.1' });

/** Opens the door of the office at an address with a key. */
export async function connectAssistant(
  origin: string,
  { key, keyIdx }: { key: string; keyIdx: number },
): Promise<TestAssistant> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } });
  await client.connect(transport);
  const use = async (name: string, args: object = {}) => {
    const { content } = await client.callTool({ name, arguments: args as Record<string, unknown> });
    const [first] = content as { text: string }[];
    return JSON.parse(first?.text ?? 'null');
  };
  return {
    client,
    key,
    keyIdx,
    use,
    propose: async (operation, given) => {
      const answer = await use('propose', { operation, why: 'It was asked for.', ...given });
      if (answer.error) throw new Error(`${operation}: ${JSON.stringify(answer.error)}`);
      return answer;
    },
    close: () => client.close(),
  };
}

// What proposing itself writes: the plan, its row of the trail, how often the key was used and for which calls.
const ofProposals = ['approval', 'assistant_use', 'key_use', 'change', 'audit', 'api_key', 'login_failure', 'session'];
// What a running office writes by itself, whenever it gets to it.
const ofOffice = ['trail_chain', 'trail_seal', 'trail_outlet'];
// What tells that there was a change though it was taken back: acts, versions, that a group once had a roadmap, and sums of
// days, which are added up from what came and went.
const ofChanges = [
  'act_record',
  'act_part',
  'code_act',
  'code_change',
  'code_day',
  'code_flow',
  'version',
  'versioned',
  'roadmap',
];
const noted = ['version', 'revision', 'updated_at', 'updated_by', 'touched_at'];

/** Asks a database of a test. */
export type Sql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Asks the database of an office of a test. */
export const sqlOf =
  ({ db }: Office): Sql =>
  async (text, values = []) =>
    (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values))).rows;

/** Every row of the library, by table; `content` leaves out who changed it last, and what acts note. */
export const rowsOf = (office: Office, of: 'all' | 'content' = 'all') => rowsIn(sqlOf(office), of);

/** Every row of a database of the library, as {@link rowsOf} answers them. */
export async function rowsIn(sql: Sql, of: 'all' | 'content'): Promise<Record<string, string[]>> {
  const tables = await sql(`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
  const left = of === 'all' ? ofProposals : [...ofProposals, ...ofOffice, ...ofChanges];
  const found: Record<string, string[]> = {};
  for (const name of tables.map((table) => String(table['name'])).filter((table) => !left.includes(table))) {
    const rows = await sql(`select (to_jsonb(t) - $1::text[])::text as row from "${name}" t order by 1`, [
      of === 'all' ? [] : noted,
    ]);
    if (rows.length > 0) found[name] = rows.map(({ row }) => String(row));
  }
  if (of === 'content') return found;
  const audited = await sql(
    `select to_jsonb(a)::text as row from audit a where entity not in ('approval', 'api_key') order by 1`,
  );
  return { ...found, audit: audited.map(({ row }) => String(row)) };
}
