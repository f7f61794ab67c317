import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { haveProgram } from './debian.ts';

const execute = promisify(execFile);
const root = path.resolve(import.meta.dirname, '..');
// Kept between runs, so that only changes are rebuilt.
const home = path.join(root, '.cache/image');

const authorities = 'etc/ssl/certs/ca-certificates.crt';

/** The image's run configuration. */
interface ImageConfig {
  User: string;
  Env: string[];
  Cmd: string[];
  WorkingDir: string;
  StopSignal?: string;
  Healthcheck?: { Test: string[] };
}

/** The image built from its Containerfile, unpacked. */
export interface BuiltImage {
  readonly folder: string;
  readonly config: ImageConfig;
  /** Its size on disk without its base. */
  readonly ownBytes: number;
  remove(): Promise<void>;
}

/**
 * Builds it with Debian's buildah on a base of Debian's packages and this Node; returns the reason if that is
 * impossible.
 */
export async function buildImage(): Promise<BuiltImage | string> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux';
  const tools = ['buildah', 'debootstrap', 'util-linux'];
  if (!(await haveProgram(['buildah', '--version'], tools))) return 'buildah is not there and cannot be installed';
  if (!(await haveProgram(['debootstrap', '--version'], tools))) return 'debootstrap cannot be installed';
  await mkdir(home, { recursive: true });
  const base = `localhost/node:${process.version}`;
  if ((await buildah('images', '--quiet', '--filter', `reference=${base}`)) === '') await makeBase(base);
  const npmrc = path.join(home, 'npmrc');
  const registry = (await execute('npm', ['config', 'get', 'registry'])).stdout.trim();
  await writeFile(npmrc, `registry=${registry}\ncafile=/${authorities}\n`);
  const name = 'localhost/library-office';
  const settings = ['--isolation', 'chroot', '--format', 'docker', '--layers', '--build-arg', `NODE_IMAGE=${base}`];
  const files = ['--secret', `id=npmrc,src=${npmrc}`, '--file', path.join(root, 'deploy/Containerfile')];
  await buildah('build', ...settings, ...files, '--tag', name, root);
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', name));
  const container = await buildah('from', name);
  const folder = await buildah('mount', container);
  return {
    folder,
    config: Docker.config,
    ownBytes: await sizeOf(path.join(folder, 'opt/office')),
    remove: async () => {
      await buildah('rm', container);
      await buildah('rmi', '--prune');
    },
  };
}

/** For machines that cannot reach an image registry: a Debian with this Node and this machine's npm. */
async function makeBase(name: string): Promise<void> {
  const folder = path.join(home, 'base');
  const at = (...names: string[]) => path.join(folder, ...names);
  await rm(folder, { recursive: true, force: true });
  const release = /^VERSION_CODENAME=(\w+)$/m.exec(await readFile('/etc/os-release', 'utf8'))?.[1] ?? 'stable';
  const include = '--include=ca-certificates,libatomic1';
  await execute('debootstrap', ['--variant=minbase', include, release, folder], { maxBuffer: 2 ** 26 });
  for (const rest of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale'])
    await rm(at(rest), { recursive: true, force: true });
  await cp(process.execPath, at('usr/local/bin/node'));
  const { stdout } = await execute('which', ['npm']);
  const npm = path.resolve(await realpath(stdout.trim()), '../..');
  await cp(npm, at('usr/local/lib/node_modules/npm'), { recursive: true, dereference: true });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', at('usr/local/bin/npm'));
  // The certificate authorities this machine trusts.
  await cp(path.join('/', authorities), at(authorities));
  const container = await buildah('from', 'scratch');
  await buildah('copy', '--quiet', container, folder, '/');
  const folders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
  await buildah('config', '--env', `PATH=${folders.join(':')}`, container);
  await buildah('commit', '--quiet', '--rm', container, name);
}

const store = ['--root', path.join(home, 'store'), '--runroot', path.join(home, 'run'), '--storage-driver', 'overlay'];

async function buildah(...args: string[]): Promise<string> {
  const { stdout } = await execute('buildah', [...store, ...args], { maxBuffer: 2 ** 26 }).catch((error: unknown) => {
    const said = error as { stdout?: string; stderr?: string };
    throw new Error(`buildah ${args.join(' ')} failed:\n${said.stdout?.slice(-4000)}\n${said.stderr?.slice(-4000)}`);
  });
  return stdout.trim();
}

const sizeOf = async (folder: string) =>
  Number((await execute('du', ['--summarize', '--block-size=1', folder])).stdout.split('\t')[0]);
