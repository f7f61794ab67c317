import type { Server } from 'node:http';
import type { Config } from '../config/config.ts';

/** The origin of this site: PUBLIC_URL, or else the listening address. Never the Host header, which anyone can set. */
export function originOf({ publicUrl, host, port }: Config, server: Server): string {
  if (publicUrl) return publicUrl;
  const address = server.address();
  const listening = address !== null && typeof address === 'object' ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${listening}`;
}
