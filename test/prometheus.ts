import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { haveProgram } from './debian.ts';
import { freePorts } from './ports.ts';

/** A Prometheus that scrapes one process. */
export interface Prometheus {
  /** The samples of a query with their labels. */
  query(text: string): Promise<{ labels: Record<string, string>; value: number }[]>;
  /** The alert rules by name: whether they can be evaluated. */
  rules(): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts Debian's Prometheus; undefined if it is not available. */
export async function startPrometheus(
  target: string,
  token: string,
  rules: readonly string[] = [],
): Promise<Prometheus | undefined> {
  if (!(await haveProgram(['prometheus', '--version'], ['prometheus']))) return undefined;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prometheus-'));
  const [port = 0] = await freePorts(1);
  const file = path.join(folder, 'prometheus.yml');
  await writeFile(
    file,
    JSON.stringify({
      global: { scrape_interval: '200ms', scrape_timeout: '200ms', evaluation_interval: '200ms' },
      rule_files: rules,
      scrape_configs: [
        { job_name: 'office', authorization: { credentials: token }, static_configs: [{ targets: [target] }] },
      ],
    }),
  );
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = spawn('prometheus', args, { stdio: 'ignore' });
  return {
    query: async (text) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(text)}`).catch(
        () => undefined,
      );
      if (answer?.status !== 200) return [];
      const { data } = (await answer.json()) as {
        data: { result: { metric: Record<string, string>; value: [number, string] }[] };
      };
      return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
    },
    rules: async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/rules`).catch(() => undefined);
      if (answer?.status !== 200) return {};
      const { data } = (await answer.json()) as {
        data: { groups: { rules: { name: string; health: string; lastError?: string }[] }[] };
      };
      const all = data.groups.flatMap((group) => group.rules);
      return Object.fromEntries(all.map(({ name, health, lastError = '' }) => [name, `${health}${lastError}`]));
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
