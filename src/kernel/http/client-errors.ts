import type { Socket } from 'node:net';
import { en } from '../messages/common/en.ts';

const answers: Record<string, [status: string, key: keyof typeof en]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'invalid.too_slow'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'invalid.too_large'],
};

/** Answers malformed or incomplete requests if the client is still reading, then closes the connection. */
export function answerClientError({ code }: Error & { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  const [status, key] = answers[code ?? ''] ?? ['400 Bad Request', 'invalid.body' as const];
  const body = JSON.stringify({ error: { code: key, message: en[key] } });
  const headers = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`;
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${headers}\r\nConnection: close\r\n\r\n${body}`);
  socket.destroy();
}
