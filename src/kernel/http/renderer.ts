import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Catalogues } from '../messages/catalogues.ts';
import type { PageFrame } from './page-frame.rules.ts';
import { serveFiles } from './static-files.ts';

/** The markup around a page: before its view, between the view and the panel beside it (if any), and after it. */
export interface Shell {
  before: string;
  between: string;
  after: string;
}

/** The server build of `src/browser/entry-server.tsx`. */
interface ServerEntry {
  useText: (text: Catalogues['text']) => void;
  renderView: (name: string, props: unknown, frame: PageFrame, prefix: string) => string;
  renderShell: (frame: PageFrame) => Shell;
}

/** What a browser loads for a view. */
interface ViewFiles {
  /** The URL of the module whose default export is the view. */
  module: string;
  /** The URLs of its style sheets, in order; those the page already has are not loaded again. */
  styles: readonly string[];
  /** The URLs of the modules it imports. */
  scripts: readonly string[];
  /** It draws components of Mantine, at once or on demand, which need its context. */
  mantine: boolean;
}

/** Renders views to HTML and lists the files they need. */
export interface Renderer extends Omit<ServerEntry, 'useText'> {
  filesOf(view: string): ViewFiles;
  /** The tags that load what a page with these views needs. */
  head(views: readonly string[]): string;
}

interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

type Manifest = Record<string, Chunk>;

/** Where views come from: Vite in development (changes show immediately), otherwise the client and server builds. */
export async function createRenderer(
  app: FastifyInstance,
  config: Config,
  catalogues: Catalogues,
): Promise<() => Promise<Renderer>> {
  return config.development ? developmentRenderer(app, config, catalogues) : builtRenderer(app, config, catalogues);
}

const entryFile = 'src/browser/entry-server.tsx';
const mainFile = 'src/browser/main.tsx';
const preambleFile = '@preamble.js';
const mantineFile = 'src/ui/kit/mantine.tsx';

async function developmentRenderer(app: FastifyInstance, config: Config, catalogues: Catalogues) {
  const base = `${config.basePath}/`;
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: path.join(config.root, 'vite.config.ts'),
    // The bundling loader writes a file next to the config, which `node --watch` would see as a change.
    configLoader: 'native',
    base,
    server: { middlewareMode: true, hmr: { server: app.server } },
    appType: 'custom',
  });
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, () => done()));
  app.addHook('onClose', () => vite.close());
  // All of the UI library's styles: only the build knows which components a view uses.
  const styles = ['/node_modules/@mantine/core/styles.css', '/src/browser/styles.css'];
  const links = styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  // It puts the base before them.
  const html = await vite.transformIndexHtml('/', `${links}<script type="module" src="/${mainFile}"></script>`);
  // Pages allow no inline script: what Vite would put there, and views wait for, is served.
  const [inline = '', preamble = ''] = /<script type="module">([^]*?)<\/script>/.exec(html) ?? [];
  const head = html.replace(inline, `<script type="module" src="${base}${preambleFile}"></script>`);
  vite.middlewares.use(`/${preambleFile}`, (_request, response) => {
    response.setHeader('content-type', 'text/javascript');
    response.end(preamble);
  });
  return async () => {
    const entry = (await vite.ssrLoadModule(`/${entryFile}`)) as ServerEntry;
    entry.useText((locale, key, values) => catalogues.text(locale, key, values));
    const filesOf = (view: string) => ({ module: `${base}${viewFile(view)}`, styles: [], scripts: [], mantine: true });
    return { ...entry, filesOf, head: () => head };
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
  const files = builtFiles(manifest, config.basePath);
  const renderer: Renderer = { ...entry, ...files };
  return async () => renderer;
}

// Every page has a title and text in Latin letters.
const fontOfEveryPage = /(inter|literata)-latin-(wght|600)-normal\.woff2$/;

/** The built files of each view, and those every page needs. */
function builtFiles(manifest: Manifest, base: string): Pick<Renderer, 'filesOf' | 'head'> {
  const main = `${base}/${manifest[mainFile]?.file}`;
  const ofEveryPage = filesBelow(manifest, mainFile, base);
  const fonts = Object.values(manifest).filter(({ src }) => src !== undefined && fontOfEveryPage.test(src));
  const known = new Map<string, ViewFiles>();
  const filesOf = (view: string): ViewFiles => {
    const key = viewFile(view);
    const files = known.get(view) ?? { module: `${base}/${manifest[key]?.file}`, ...filesOfView(manifest, key, base) };
    known.set(view, files);
    return files;
  };
  const drawHead = (views: readonly string[]) => {
    const needed = [ofEveryPage, ...views.map(filesOf)];
    const styles = new Set(needed.flatMap((files) => files.styles));
    const scripts = new Set(needed.flatMap((files) => files.scripts));
    scripts.delete(main);
    // By priority: nothing is painted before the styles, so scripts come after them.
    return [
      ...[...styles].map((href) => `<link rel="stylesheet" href="${href}">`),
      ...fonts.map(({ file }) => `<link rel="preload" as="font" type="font/woff2" href="${base}/${file}" crossorigin>`),
      `<script type="module" src="${main}" fetchpriority="low"></script>`,
      ...[...scripts].map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`),
    ].join('');
  };
  const heads = new Map<string, string>();
  const head = (views: readonly string[]) => {
    const key = views.join(' ');
    const drawn = heads.get(key) ?? drawHead(views);
    heads.set(key, drawn);
    return drawn;
  };
  return { filesOf, head };
}

/** The source file of a view named `feature/…/name` or `ui/name`. */
const viewFile = (view: string) => (view.startsWith('ui/') ? `src/${view}.view.tsx` : `src/features/${view}.view.tsx`);

/** The files of a view, and Mantine's context also if only what it loads on demand draws components of Mantine. */
function filesOfView(manifest: Manifest, key: string, base: string): Omit<ViewFiles, 'module'> {
  const { styles, scripts } = filesBelow(manifest, key, base);
  // What every page loads on demand, such as dialogs, has a context of its own.
  const ofEveryPage = chunksBelow(manifest, mainFile);
  const needed = chunksBelow(manifest, key);
  for (const name of needed)
    for (const later of (!ofEveryPage.has(name) && manifest[name]?.dynamicImports) || [])
      chunksBelow(manifest, later, needed);
  // Every component of Mantine imports its context.
  const mantine = (manifest[mantineFile]?.imports ?? []).some((name) => needed.has(name) && !ofEveryPage.has(name));
  return {
    styles,
    scripts: mantine ? [...new Set([...scripts, `${base}/${manifest[mantineFile]?.file}`])] : scripts,
    mantine,
  };
}

/** The files of a chunk and of everything it imports, imports first: later styles refine those of imports. */
function filesBelow(manifest: Manifest, key: string, base: string): Pick<ViewFiles, 'styles' | 'scripts'> {
  const chunks = [...chunksBelow(manifest, key)].flatMap((name) => manifest[name] ?? []);
  return {
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css.map((file) => `${base}/${file}`)))],
    scripts: chunks.map(({ file }) => `${base}/${file}`),
  };
}

/** A chunk and everything it imports, imports first. */
function chunksBelow(
  manifest: Manifest,
  key: string,
  found = new Set<string>(),
  open = new Set<string>(),
): Set<string> {
  if (found.has(key) || open.has(key)) return found;
  open.add(key);
  for (const imported of manifest[key]?.imports ?? []) chunksBelow(manifest, imported, found, open);
  return found.add(key);
}
