import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { haveProgram } from './debian.ts';
import { freePorts, untilOpen } from './ports.ts';

/** A pgbouncer that assigns each transaction any of its few connections. */
export interface Pooler {
  /** The database's address through it. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts Debian's pgbouncer in front of the embedded server at an address; undefined if it is not available. */
export async function startPgbouncer(databaseUrl: string): Promise<Pooler | undefined> {
  if (!(await haveProgram(['pgbouncer', '--version'], ['pgbouncer']))) return undefined;
  const { pathname, searchParams, username } = new URL(databaseUrl);
  const socketFolder = searchParams.get('host') ?? '';
  // Only the server's own user may access the folder of its socket.
  const { uid, gid } = await stat(socketFolder);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pgbouncer-'));
  await chown(folder, uid, gid);
  const [port = 0] = await freePorts(1);
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(file, configuration({ socketFolder, user: username, port }));
  const child = spawn('pgbouncer', ['-q', file], { uid, gid, stdio: 'ignore' });
  await untilOpen(port);
  return {
    url: `postgresql://${username}@127.0.0.1:${port}${pathname}`,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

// Consecutive statements of one connection rarely run on the same server connection.
const configuration = ({ socketFolder, user, port }: { socketFolder: string; user: string; port: number }) => `
[databases]
* = host=${socketFolder} port=5432 user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 6
server_round_robin = 1
max_client_conn = 200
`;
