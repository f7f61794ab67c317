import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Client } from './client.ts';
import { freePorts } from './ports.ts';
import { account, admin } from './product.ts';
import { spawnProgram } from './spawned-office.ts';
import { testDatabase } from './test-database.ts';

test.each(['', '/office'])(
  '`npm run dev` has no inline script, and all of a page is found below “%s/”',
  async (base) => {
    const database = await testDatabase();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'dev-'));
    const [port] = await freePorts(1);
    const url = `http://localhost:${port}${base}`;
    const environment = { DATABASE_URL: database.url, DATA_DIR: folder, NODE_ENV: 'development', PUBLIC_URL: url };
    const child = spawnProgram(['src/main.ts'], { ...environment, ...account, PORT: String(port) });
    child.stderr.pipe(process.stderr);
    const ended = once(child, 'exit');
    try {
      let said = '';
      for await (const piece of child.stdout.iterator({ destroyOnReturn: false })) {
        said += String(piece);
        if (said.includes('Library Office is at')) break;
      }
      child.stdout.resume();
      const ada = await Client.logIn(url, admin);
      const { text } = await ada.request('GET', '/category', undefined, { accept: 'text/html' });
      expect(text).not.toMatch(/<script type="module">/);
      const files = [...text.matchAll(/(?:src|href)="([^"]+\.(?:js|tsx|css)[^"]*|[^"]+@vite\/client)"/g)].map(
        ([, file]) => String(file),
      );
      expect(files.length).toBeGreaterThan(4);
      expect(files.filter((file) => !file.startsWith(`${base}/`))).toEqual([]);
      const [view = ''] = /[^"]+\.view\.tsx/.exec(text) ?? [];
      for (const file of [...files, view])
        expect([file, (await fetch(`http://localhost:${port}${file}`)).status]).toEqual([file, 200]);
    } finally {
      child.kill('SIGTERM');
      await ended;
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
