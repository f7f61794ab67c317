import { portalDesk } from '#features/portal/portal.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';

/** An office that listens, what its staff do for its portal, and a key that opens it. */
export async function listenAsPortal() {
  const office: Office = await startOffice({ jobs: true });
  const url = await office.server.listen({ port: 0, host: '127.0.0.1' });
  const desk = portalDesk(() => office);
  return { office, url, desk, key: await desk.key() };
}
