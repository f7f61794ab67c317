import { randomInt } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Catalogues } from '../messages/catalogues.ts';
import { type Locale, languageTag } from '../messages/locale.ts';
import { localeOf, staffBehind } from './caller.ts';
import { foldedIn, type MenuItem, type MenuView, type PageFrame, type WorkBar } from './page-frame.rules.ts';
import { escapeHtml, scriptJson, viewsIn } from './page-markup.ts';
import type { Renderer } from './renderer.ts';

/** A view with its props. */
interface Block {
  name: string;
  props: unknown;
  /** Other features whose messages it needs. */
  words?: readonly string[] | undefined;
}

/** The panel beside a page. */
export interface OpenDock {
  view: string;
  words?: readonly string[] | undefined;
  props: unknown;
  picking: boolean;
}

/** A page: its view, the markup of a fragment below, and the panel beside it. */
export interface DrawnPage extends Block {
  title: string;
  /** Its language, if it is not that of the person. */
  locale?: Locale;
  below?: string;
  dock?: OpenDock | null;
  /** The saved views in the menu. */
  views?: readonly MenuView[];
  bar?: WorkBar | null;
  /** What the page follows, as attributes. */
  live?: string;
}

/** What {@link PageDrawing} needs from the process. */
export interface DrawingParts {
  config: Config;
  catalogues: Catalogues;
  menu: () => readonly MenuItem[];
  acts: () => PageFrame['acts'];
  isOnlyRead: () => boolean;
  renderer: () => Promise<Renderer>;
}

/** Draws views as markup: pages inside the shell, and views alone. */
export class PageDrawing {
  private readonly parts: DrawingParts;
  // Starts at a random number: a page and its fragment may come from two processes, and their ids must not clash.
  private sequence = randomInt(1_000_000_000);

  constructor(parts: DrawingParts) {
    this.parts = parts;
  }

  /** A whole page. */
  async page(
    request: FastifyRequest,
    { name, words, props, title, locale, below = '', dock = null, bar = null, views = [], live = '' }: DrawnPage,
  ): Promise<string> {
    const renderer = await this.parts.renderer();
    const frame = { ...this.frame(request, dock), bar, views, ...(locale && { locale }) };
    const { before, between, after } = renderer.renderShell(frame);
    const beside = dock
      ? between + this.block(renderer, frame, { name: dock.view, words: dock.words, props: dock.props })
      : '';
    const scheme = frame.scheme === 'auto' ? '' : ` data-mantine-color-scheme="${frame.scheme}"`;
    const { version } = this.parts.catalogues;
    const unreachable = escapeHtml(this.parts.catalogues.text(frame.locale, 'error.network'));
    const failed = escapeHtml(this.parts.catalogues.text(frame.locale, 'error.server'));
    const retry = escapeHtml(this.parts.catalogues.text(frame.locale, 'common.retry'));
    const staff = frame.staff ? ` data-staff="${escapeHtml(frame.staff.staffId)}"` : '';
    const { singleSignOn } = this.parts.config;
    const provider = singleSignOn ? ` data-provider="${escapeHtml(singleSignOn.name ?? '')}"` : '';
    const working = frame.bar ? ` data-working="${escapeHtml(frame.bar.name)}"` : '';
    const picking = frame.dock?.picking ? ' data-picking' : '';
    const { basePath } = this.parts.config;
    const base = basePath === '' ? '' : ` data-base="${basePath}"`;
    const attributes = `lang="${languageTag(frame.locale)}" data-locale="${frame.locale}" data-time-zone="${frame.timeZone}" data-messages="${version}" data-unreachable="${unreachable}" data-failed="${failed}" data-retry="${retry}"${staff}${provider}${working}${picking}${live}${scheme}${base} data-respect-reduced-motion`;
    const drawn = [name, ...viewsIn(below), ...(dock ? [dock.view] : [])];
    const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><link rel="icon" href="${basePath}/public/icon.svg"><script src="${basePath}/public/early.js"></script>${renderer.head(drawn)}`;
    return `<!doctype html><html ${attributes}><head>${head}</head><body>${before}${this.block(renderer, frame, { name, props, words })}${below}${beside}${after}</body></html>`;
  }

  /** A view alone. The bar is not drawn, but the browser goes on from markup that knew it. */
  async fragment(request: FastifyRequest, block: Block, bar: WorkBar | null = null): Promise<string> {
    return this.block(await this.parts.renderer(), { ...this.frame(request), bar }, block, true);
  }

  private block(renderer: Renderer, frame: PageFrame, { name, props, words = [] }: Block, isAlone = false): string {
    this.sequence = (this.sequence + 1) % 1_000_000_000;
    const prefix = `v${this.sequence.toString(36)}`;
    const markup = renderer.renderView(name, props, frame, prefix);
    const { module, styles, scripts, mantine } = renderer.filesOf(name);
    // Alone, it comes without the head of a page, so it must list the files it needs.
    const files = isAlone ? ` data-files="${[...styles, ...scripts].join(' ')}"` : '';
    const { catalogues } = this.parts;
    const own = catalogues.nameFor(name.split('/')[0] ?? '') ?? [];
    const needed = [own, words.map((one) => catalogues.nameFor(one) ?? one)].flat();
    const said = needed.length > 0 ? ` data-words="${[...new Set(needed)].join(' ')}"` : '';
    const needs = mantine ? ' data-mantine' : '';
    return `<div data-view="${name}" data-module="${module}"${files}${said}${needs} data-prefix="${prefix}">${markup}</div><script type="application/json">${scriptJson(props)}</script>`;
  }

  private frame(request: FastifyRequest, dock: OpenDock | null = null): PageFrame {
    const staff = staffBehind(request);
    const scheme = request.cookies?.scheme;
    return {
      locale: localeOf(request),
      timeZone: this.parts.config.timeZone,
      scheme: scheme === 'light' || scheme === 'dark' ? scheme : 'auto',
      narrow: request.cookies?.menu === 'narrow',
      folded: foldedIn(request.cookies?.folded),
      base: this.parts.config.basePath,
      path: request.url.split('?')[0] ?? '/',
      query: request.url.split('?')[1] ?? '',
      staff: staff && { name: staff.name, staffId: staff.staffId, isAdmin: staff.isAdmin },
      menu: this.parts.menu(),
      views: [],
      dock: dock && { picking: dock.picking },
      bar: null,
      isOnlyRead: this.parts.isOnlyRead(),
      acts: this.parts.acts(),
    };
  }
}
