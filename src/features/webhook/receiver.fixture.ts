import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A message as received. */
export interface Received {
  id: string;
  headers: Record<string, string>;
  body: string;
  message: { type: string; timestamp: string; data: { kind: string; id: string | null } };
}

export interface Receiver {
  url: string;
  received: Received[];
  /** The answer to each message; 200 by default. */
  answer: (response: ServerResponse, received: Received) => void;
  /** Verifies a message with the Standard Webhooks library, as a receiver should; throws if it is not genuine. */
  verify: (received: Received, secret: string) => unknown;
  /** The records it was told about, in order. */
  messages: () => string[];
  close: () => Promise<void>;
}

/** A local receiver of webhooks. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += String(piece);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const received: Received = { id: headers['webhook-id'] ?? '', headers, body, message: JSON.parse(body) };
    receiver.received.push(received);
    receiver.answer(response, received);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received: [],
    answer: (response) => response.end('thanks'),
    verify: ({ body, headers }, secret) => new Webhook(secret).verify(body, headers),
    messages: () => receiver.received.map(({ message: { data } }) => `${data.kind} ${data.id}`),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return receiver;
}
