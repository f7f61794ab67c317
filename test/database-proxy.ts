import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A network between the product and its database, which can fail. */
export interface DatabaseProxy {
  /** The database's address through it. */
  readonly url: string;
  /** Ends every connection, as a server that goes down does. */
  cut(): void;
  /** Lets nothing through any more, and ends nothing: connections stay open, also new ones, and no byte comes back. */
  swallow(): void;
  /** Lets everything new through; what was swallowed is lost. */
  mend(): void;
  close(): Promise<void>;
}

/** Listens on this machine and passes everything on to the server of `databaseUrl`. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const sockets = new Set<net.Socket>();
  let isOpen = true;
  const server = net.createServer((near) => {
    const far = net.connect(placeOf(databaseUrl));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (chunk) => isOpen && other.write(chunk));
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        if (isOpen) other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const cut = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: throughPort(databaseUrl, port),
    cut,
    swallow: () => {
      isOpen = false;
    },
    mend: () => {
      cut();
      isOpen = true;
    },
    close: async () => {
      server.close();
      // A connection may be accepted at this very moment.
      while (sockets.size > 0) {
        cut();
        await sleep(5);
      }
    },
  };
}

/** Where a database's URL leads: a socket's folder stands in its query. */
function placeOf(databaseUrl: string): net.NetConnectOpts {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const folder = searchParams.get('host');
  return folder ? { path: `${folder}/.s.PGSQL.${port || 5432}` } : { host: hostname, port: Number(port || 5432) };
}

function throughPort(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
