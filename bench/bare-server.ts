import Fastify from 'fastify';
import pg from 'pg';
import { startOptions } from '#kernel/db/pool.ts';

/** The statements a page runs, then a fixed answer of the same size. */
interface Turn {
  statements: { text: string; values: unknown[]; isGeneric: boolean }[];
  body: string;
  status?: number;
}

/** The task of the bare handler; several turns are answered in rotation. */
interface BareTask {
  url: string;
  type: string;
  turns: Turn[];
}

/** The limit: a Fastify that does only the necessary work. Runs as a separate process, with its task on stdin. */
let input = '';
for await (const chunk of process.stdin) input += chunk;
const task: BareTask = JSON.parse(input);
const poolIn = (mode: string) =>
  new pg.Pool({ connectionString: task.url, max: 10, options: `${startOptions} -c plan_cache_mode=${mode}` });
const pools = { generic: poolIn('auto'), custom: poolIn('force_custom_plan') };
const app = Fastify();
let served = 0;
app.get('/', async (_request, reply) => {
  const number = served++ % task.turns.length;
  const { statements, body, status } = task.turns[number] as Turn;
  for (const [index, { text, values, isGeneric }] of statements.entries())
    await pools[isGeneric ? 'generic' : 'custom'].query({ name: `s${number}-${index}`, text, values });
  return status === 304 ? reply.code(304).send() : reply.type(task.type).send(body);
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
