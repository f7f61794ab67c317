import { startTestServer } from '../test/postgres.ts';

/** One PostgreSQL for all journeys; each file clones its own database. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, template, stop } = await startTestServer();
  process.env['E2E_POSTGRES'] = JSON.stringify({ url, template });
  return stop;
}
