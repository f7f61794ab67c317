import Fastify from 'fastify';
import pg from 'pg';

/** What the bare handler does: the statements a page runs, then a fixed answer of the same size. */
interface BareTask {
  url: string;
  statements: { text: string; values: unknown[] }[];
  body: string;
  type: string;
  status?: number;
}

/** The limit: a Fastify that does nothing but what must be done. Started as a process of its own, its task on stdin. */
let input = '';
for await (const chunk of process.stdin) input += chunk;
const task: BareTask = JSON.parse(input);
const pool = new pg.Pool({
  connectionString: task.url,
  max: 10,
  options: '-c plan_cache_mode=force_custom_plan -c jit=off',
});
const app = Fastify();
app.get('/', async (_request, reply) => {
  for (const [index, { text, values }] of task.statements.entries())
    await pool.query({ name: `s${index}`, text, values });
  return task.status === 304 ? reply.code(304).send() : reply.type(task.type).send(task.body);
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
