import type { Server } from 'node:http';
import type { Config } from '../config/config.ts';

/** The origin of this site: PUBLIC_URL, or else the listening address. Never the Host header, which anyone can set. */
export function originOf({ publicUrl, host, port }: Config, server: Server): string {
  if (publicUrl) return publicUrl;
  return `http://${host.includes(':') ? `[${host}]` : host}:${portOf(port, server)}`;
}

/** The address of the office in what people read outside it, such as a mail; undefined until its port is known. */
export function officeUrlOf({ publicUrl, port }: Config, server: Server): string | undefined {
  if (publicUrl) return publicUrl;
  const listening = portOf(port, server);
  return listening === 0 ? undefined : `http://localhost:${listening}`;
}

/** With PORT=0, the system chooses one. */
function portOf(port: number, server: Server): number {
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : port;
}
