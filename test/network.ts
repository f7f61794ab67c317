import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A network between the product and a server it needs, which can be made to fail. */
export interface Network {
  /** The server's address through the network. */
  readonly url: string;
  /** Closes every connection, as a server does that goes down. */
  cut(): void;
  /** Closes every connection, and each new one immediately. */
  refuse(): void;
  /** Drops all traffic without closing anything: connections stay open, new ones too, and no byte comes back. */
  swallow(): void;
  /** Lets new connections lead to another server; those that are open stay, as with an address that moves. */
  lead(url: string): void;
  /** Delays all traffic by this much, each way. Milliseconds. */
  slow(ms: number): void;
  /** Lets all new traffic through; dropped traffic is lost. */
  mend(): void;
  close(): Promise<void>;
}

/** Listens on this machine and forwards everything to the server of `url`. */
export async function startNetwork(url: string): Promise<Network> {
  const sockets = new Set<net.Socket>();
  let state: 'open' | 'refusing' | 'swallowing' = 'open';
  let target = url;
  let delayMs = 0;
  const later = (act: () => void) => (delayMs > 0 ? setTimeout(act, delayMs) : act());
  const server = net.createServer((near) => {
    if (state === 'refusing') return near.destroy();
    const far = net.connect(endOf(target));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('data', (chunk) => state === 'open' && later(() => other.write(chunk)));
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        if (state === 'open') later(() => other.destroy());
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const cut = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: throughPort(url, port),
    cut,
    refuse: () => {
      state = 'refusing';
      cut();
    },
    swallow: () => {
      state = 'swallowing';
    },
    lead: (to) => {
      target = to;
    },
    slow: (ms) => {
      delayMs = ms;
    },
    mend: () => {
      if (state !== 'open') cut();
      [state, delayMs] = ['open', 0];
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

/** The target of a URL: for a database socket, the folder is in the query. */
function endOf(serverUrl: string): net.NetConnectOpts {
  const { protocol, hostname, port, searchParams } = new URL(serverUrl);
  const usual = protocol === 'http:' ? 80 : 5432;
  const folder = searchParams.get('host');
  return folder ? { path: `${folder}/.s.PGSQL.${port || usual}` } : { host: hostname, port: Number(port || usual) };
}

function throughPort(serverUrl: string, port: number): string {
  const url = new URL(serverUrl);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
