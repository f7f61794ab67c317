import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Catalogues } from '../i18n/catalogues.ts';
import type { Locale } from '../i18n/locale.ts';
import type { PageFrame } from './page-frame.rules.ts';
import { serveFiles } from './static-files.ts';

/** The markup around a page: before its view, between it and the panel beside it, if there is one, and after it. */
export interface Shell {
  before: string;
  between: string;
  after: string;
}

/** The server build of `src/client/entry/entry-server.tsx`. */
interface ServerEntry {
  useText: (text: Catalogues['text']) => void;
  renderView: (name: string, props: unknown, frame: PageFrame, prefix: string) => string;
  renderShell: (frame: PageFrame) => Shell;
}

/** Renders views to HTML and lists the files a page must load. */
export interface Renderer extends Omit<ServerEntry, 'useText'> {
  head(view: string, locale: Locale): string;
}

type Manifest = Record<string, { file: string; src?: string; imports?: string[]; css?: string[] }>;

/** Where views come from: Vite in development (changes show at once), the two builds otherwise. */
export async function createRenderer(
  app: FastifyInstance,
  config: Config,
  catalogues: Catalogues,
): Promise<() => Promise<Renderer>> {
  return config.development ? developmentRenderer(app, config, catalogues) : builtRenderer(app, config, catalogues);
}

const entryFile = 'src/client/entry/entry-server.tsx';
const mainFile = 'src/client/entry/main.tsx';

async function developmentRenderer(app: FastifyInstance, config: Config, catalogues: Catalogues) {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: path.join(config.root, 'vite.config.ts'),
    // The bundling loader writes a file beside the config, and `node --watch` would see it as a change.
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
  });
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, () => done()));
  app.addHook('onClose', () => vite.close());
  const style = '<link rel="stylesheet" href="/src/client/entry/styles.css">';
  const head = await vite.transformIndexHtml('/', `${style}<script type="module" src="/${mainFile}"></script>`);
  return async () => {
    const entry = (await vite.ssrLoadModule(`/${entryFile}`)) as ServerEntry;
    entry.useText((locale, key, values) => catalogues.text(locale, key, values));
    return { ...entry, head: () => head };
  };
}

async function builtRenderer(app: FastifyInstance, config: Config, catalogues: Catalogues) {
  const dist = path.join(config.root, 'dist');
  const manifest = JSON.parse(readFileSync(path.join(dist, 'client/.vite/manifest.json'), 'utf8')) as Manifest;
  await serveFiles(app, { root: path.join(dist, 'client/assets'), prefix: '/assets/', maxAge: '1y', immutable: true });
  const entry = (await import(
    /* @vite-ignore */ pathToFileURL(path.join(dist, 'server/entry-server.js')).href
  )) as ServerEntry;
  entry.useText((locale, key, values) => catalogues.text(locale, key, values));
  const heads = new Map<string, string>();
  const renderer: Renderer = {
    renderView: entry.renderView,
    renderShell: entry.renderShell,
    head: (view) => {
      const known = heads.get(view) ?? builtHead(manifest, view);
      heads.set(view, known);
      return known;
    },
  };
  return async () => renderer;
}

// Every page has a title and words in Latin letters.
const fontOfEveryPage = /(inter|literata)-latin-wght-normal\.woff2$/;

function builtHead(manifest: Manifest, view: string): string {
  const main = manifest[mainFile]?.file ?? '';
  const files = [...chunksOf(manifest, mainFile), ...chunksOf(manifest, viewFile(view))];
  const styles = new Set(
    Object.values(manifest).flatMap((chunk) => [
      ...(chunk.css ?? []),
      ...(chunk.file.endsWith('.css') ? [chunk.file] : []),
    ]),
  );
  const preloads = new Set(files.filter((file) => file !== main && file.endsWith('.js')));
  const fonts = Object.values(manifest).filter(({ src }) => src !== undefined && fontOfEveryPage.test(src));
  // In the order of need: without its style nothing is painted.
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...fonts.map(({ file }) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`),
    `<script type="module" src="/${main}"></script>`,
    ...[...preloads].map((file) => `<link rel="modulepreload" href="/${file}">`),
  ].join('');
}

/** The source file of a view named `feature/…/name` or `ui/name`. */
const viewFile = (view: string) => (view.startsWith('ui/') ? `src/${view}.view.tsx` : `src/features/${view}.view.tsx`);

function chunksOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (chunk && !seen.has(chunk.file)) {
    seen.add(chunk.file);
    for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, seen);
  }
  return seen;
}
