import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import net from 'node:net';
import type { FastifyInstance } from 'fastify';

/** A raw connection that sends what it is told, as slowly as a test wants. */
export interface Wire {
  /** What has been received so far. */
  heard(): string;
  isOver(): boolean;
  /** Whether the server is reading the body of the first request. */
  isRead(): boolean;
  say(text: string): void;
  end(): void;
}

/**
 * Connects to a listening server, and waits until it has received the request that `head` begins, if it is complete.
 */
export async function openWire(server: FastifyInstance, head: string): Promise<Wire> {
  const socket = net.connect(portOf(server), '127.0.0.1');
  let heard = '';
  let over = false;
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  socket.on('error', () => undefined).on('close', () => (over = true));
  await once(socket, 'connect');
  const arrived = head.includes('\r\n\r\n') ? once(server.server, 'request') : [];
  socket.write(head);
  const [request] = (await arrived) as [IncomingMessage?];
  return {
    heard: () => heard,
    isOver: () => over,
    isRead: () => request?.readableFlowing === true,
    say: (text) => void socket.write(text),
    end: () => socket.destroy(),
  };
}

export function portOf(server: FastifyInstance): number {
  const address = server.server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}
