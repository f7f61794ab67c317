import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { Client } from '#test/client.ts';
import { startHaproxy } from '#test/haproxy.ts';
import { type Network, startNetwork } from '#test/network.ts';
import { type PostgresPair, startPostgresPair, urlOfAll } from '#test/postgres-pair.ts';
import { startS3Server } from '#test/s3-server.ts';
import { Office } from './office.ts';

/** Where a team stores its files. */
export interface TeamOptions {
  /** A folder for the primary's files. */
  primaryFolder?: string;
  /** A folder for the product's files, which are otherwise in a bucket. */
  filesFolder?: string;
}

/** Two instances behind a proxy, on a primary with a synchronous replica, with their files in a bucket. */
export interface Team {
  readonly instances: readonly [Office, Office];
  /** A signed-in session through the proxy. */
  readonly target: Client;
  readonly pair: PostgresPair;
  /** Between the instances and the primary. */
  readonly network: Network;
  /** Between the instances and the bucket; does nothing if there is no bucket. */
  readonly bucket: Pick<Network, 'refuse' | 'swallow' | 'slow' | 'mend'>;
  /** The prefix of public file addresses. */
  readonly filesUrl: string;
  readonly filesFolder?: string;
  readonly primaryFolder?: string;
  stop(): Promise<void>;
}

type Track = <T>(part: T, close: (part: NonNullable<T>) => Promise<unknown>) => T;

const region = 'us-east-1';

/** Starts all of it from Debian's packages; returns the reason if they are not available. */
export async function startTeam(options: TeamOptions = {}): Promise<Team | string> {
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closers.toReversed()) await close();
  };
  /** Registers a started part, to be stopped with the team. */
  const track: Track = (part, close) => {
    if (part) closers.push(() => close(part));
    return part;
  };
  const missing = (what: string) => stop().then(() => `there is no ${what} of Debian here`);
  try {
    const { primaryFolder, filesFolder } = options;
    const pair = track(await startPostgresPair(primaryFolder), (one) => one.stop());
    if (!pair) return await missing('PostgreSQL');
    const network = track(await startNetwork(pair.urls[0]), (one) => one.close());
    const dataDir =
      filesFolder ??
      track(await mkdtemp(path.join(os.tmpdir(), 'faults-team-')), (one) => rm(one, { recursive: true, force: true }));
    const bucket = filesFolder ? undefined : await openBucket(track);
    if (!filesFolder && !bucket) return await missing('radosgw');
    const urls = [network.url, pair.urls[1]];
    const environment = {
      DATABASE_URL: urlOfAll(urls),
      DATABASE_READ_URL: urlOfAll(urls.toReversed()),
      DATA_DIR: dataDir,
      ...bucket?.environment,
    };
    const begin = async () => track(await Office.start(environment), (one) => one.stop());
    const instances = [await begin(), await begin()] as const;
    const proxy = track(await startHaproxy(instances.map(({ port }) => port)), (one) => one.stop());
    if (!proxy) return await missing('HAProxy');
    const target = instances[0].client(proxy.url);
    const filesUrl = bucket?.filesUrl ?? `${proxy.url}/contents/`;
    return { ...options, instances, target, pair, network, bucket: bucket?.network ?? noNetwork, filesUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const nothing = () => undefined;
const noNetwork = { refuse: nothing, swallow: nothing, slow: nothing, mend: nothing };

/** A bucket behind a network, and the configuration the product needs for it. */
async function openBucket(
  track: Track,
): Promise<{ network: Network; filesUrl: string; environment: Record<string, string> } | undefined> {
  const server = track(await startS3Server(), (one) => one.stop());
  if (!server) return undefined;
  const { endpoint, ...credentials } = server;
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: 'office' }));
  client.destroy();
  const network = track(await startNetwork(endpoint), (one) => one.close());
  const address = encodeURIComponent(new URL(network.url).origin);
  return {
    network,
    filesUrl: `${endpoint}/office/`,
    environment: {
      STORAGE_URL: `s3://office?endpoint=${address}&region=${region}`,
      AWS_ACCESS_KEY_ID: server.accessKeyId,
      AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
    },
  };
}
