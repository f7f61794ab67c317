import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentType } from 'react';
import type { z } from 'zod';
import type { Translate, Words } from '../messages/messages.ts';
import type { Context } from '../work/context.ts';
import type { Output, Permission } from '../work/contract.ts';
import { cursorOf } from '../work/feed-positions.ts';
import type { UnitOfWork } from '../work/unit-of-work.ts';
import { callerOf, localeOf, modeOf } from './caller.ts';
import { type DrawingParts, type DrawnPage, type OpenDock, PageDrawing } from './page-drawing.ts';
import type { MenuView, WorkBar } from './page-frame.rules.ts';
import { escapeHtml, liveAttributes, type Shown } from './page-markup.ts';

declare const propsOf: unique symbol;
/** The name of a view, carrying the type of its props. */
export type View<P> = string & { readonly [propsOf]?: P };

/** Names a view by its file in src/features, without the extension: `view<typeof StaffLogin>('staff/staff-login')`. */
// oxlint-disable-next-line typescript/no-explicit-any -- names a component with any props
export const view = <C extends ComponentType<any>>(name: string) =>
  name as View<C extends ComponentType<infer P> ? P : never>;

interface Load<Q, Pa> {
  ctx: Context;
  query: Output<Q>;
  params: Output<Pa>;
  request: FastifyRequest;
}

/** A fragment: one view, loaded by GET and shown by the browser in a dialog or panel. */
interface FragmentSpec<P, Q, Pa> {
  view: View<P>;
  /** Other features whose parts it shows and whose messages it needs: 'customer'. */
  words?: readonly string[];
  permission?: Permission;
  query?: Q;
  params?: Pa;
  load(call: Load<Q, Pa>): P | Promise<P>;
  /** The page it opens over if someone follows the link to the fragment directly. */
  within: string | ((call: Load<Q, Pa>) => string | Promise<string>);
}

const historyOf = ({ kind, id }: Shown): string => `/audit/of/${kind}/${encodeURIComponent(id)}`;

/** A page: one view inside the shell. */
export interface PageSpec<P, Q, Pa> extends Omit<FragmentSpec<P, Q, Pa>, 'within'> {
  /** The list where users can find a record if the query names none. */
  list?: (query: Output<Q>) => string | undefined;
  /** The address that is shown instead, if any; the address of the request, with its language, is known to the call. */
  lead?: (call: Load<Q, Pa>) => string | undefined;
  title: (t: Translate<Words>, props: P) => string;
  status?: (props: P) => number;
  /** Lists and reports may be read from a replica. */
  replica?: true;
  /** Everything on it is read as of one moment, so that counts agree with the rows beside them. */
  snapshot?: true;
  /** The kinds of records whose changes by others the page follows while it is open; '*' means all. */
  follows?: readonly string[];
  /** The record it shows: the page follows its changes and says who else is editing it. */
  shows?: (props: P) => Shown | null;
  /** The history of that record is shown below the view. */
  history?: true;
}

/** What a dock shows for a request: its props, and whether it accepts records picked from the lists beside it. */
interface Docked<P> {
  props: P;
  picking: boolean;
}

/** A panel that stays with the user from page to page, beside lists of features that do not know about it. */
interface DockSpec<P> {
  view: View<P>;
  /** Other features whose messages it needs. */
  words?: readonly string[];
  /** The first path segments of the pages it stands beside. */
  beside: readonly string[];
  /** Null while closed. */
  load(ctx: Context, request: FastifyRequest): Promise<Docked<P> | null>;
}

type Schema = z.ZodType | undefined;

/** Mounts pages and fragments on Fastify. */
export class Web {
  private readonly app: FastifyInstance;
  private readonly parts: WebParts;
  private readonly drawing: PageDrawing;
  private readonly docks: DockSpec<unknown>[] = [];
  private findBar: ((ctx: Context, request: FastifyRequest) => Promise<WorkBar | null>) | undefined;

  constructor(app: FastifyInstance, parts: WebParts) {
    this.app = app;
    this.parts = parts;
    this.drawing = new PageDrawing(parts);
  }

  page<P, Q extends Schema = undefined, Pa extends Schema = undefined>(path: string, spec: PageSpec<P, Q, Pa>): void {
    this.route(path, spec, async (request, reply, load) => {
      const list = spec.list?.(request.query as Output<Q>);
      if (list !== undefined) return reply.redirect(withLanguage(list, request), 303);
      const { replica = false, snapshot = false } = spec;
      // From before anything is read, so that changes made meanwhile are reported too. The head was read with the session;
      // a replica may lag behind it.
      const recent = this.parts.cursor();
      const cursor = recent !== null && request.head && !replica ? cursorOf(request.head) : recent;
      const isPart = request.headers['x-part'] === 'view';
      const read = async (ctx: Context) => ({
        lead: spec.lead?.(load(ctx)),
        props: await spec.load(load(ctx)),
        dock: spec.permission === undefined && !isPart ? await this.openDock(ctx, request) : null,
        bar: await this.openBar(ctx, request, spec),
        views: isPart ? [] : await this.parts.views(ctx),
      });
      const { lead, props, dock, bar, views } = await this.parts.work.read(callerOf(request), read, {
        replica,
        snapshot,
      });
      if (lead !== undefined) return reply.redirect(lead, 303);
      const title = spec.title(this.parts.catalogues.translator(localeOf(request)), props);
      const shown = spec.shows?.(props) ?? null;
      const below = spec.history && shown ? await this.fragmentAt(historyOf(shown), request) : '';
      const block = { name: spec.view, words: spec.words, props };
      // For the panel that shows a record beside its list.
      if (isPart) return html(reply, (await this.drawing.fragment(request, block, bar)) + below);
      const live = liveAttributes(cursor, spec.follows ?? [], shown);
      const sent = { ...block, title, below, dock, bar, views, live };
      return this.sendPage(request, reply.code(spec.status?.(props) ?? 200), sent);
    });
  }

  // Fragments and parts do not draw it, but the browser goes on from markup that knew it.
  private async openBar(ctx: Context, request: FastifyRequest, { permission }: { permission?: Permission }) {
    return permission === undefined ? ((await this.findBar?.(ctx, request)) ?? null) : null;
  }

  fragment<P, Q extends Schema = undefined, Pa extends Schema = undefined>(
    path: string,
    spec: FragmentSpec<P, Q, Pa>,
  ): void {
    this.route(path, { ...spec, isData: true }, async (request, reply, load) => {
      if (modeOf(request) === 'navigate') return this.openWithin(request, reply, spec, load);
      const { props, bar } = await this.parts.work.read(callerOf(request), async (ctx) => ({
        props: await spec.load(load(ctx)),
        bar: await this.openBar(ctx, request, spec),
      }));
      return html(reply, await this.drawing.fragment(request, { name: spec.view, words: spec.words, props }, bar));
    });
  }

  /** Redirects a URL that names no record to the list where users can find one. */
  lead(path: string, list: string): void {
    this.route(path, {}, async (request, reply) => reply.redirect(withLanguage(list, request), 303));
  }

  /** The markup of a view as in a fragment, for calls that answer with HTML. */
  async markup<P>(request: FastifyRequest, name: View<P>, props: P): Promise<string> {
    return this.drawing.fragment(request, { name, props });
  }

  /** Registers a panel beside pages; only administrators see it. If several are open, the first is shown. */
  dock<P>(spec: DockSpec<P>): void {
    this.docks.push(spec);
  }

  /** Registers the bar that says what a person is working on; only administrators see it. */
  bar(find: (ctx: Context, request: FastifyRequest) => Promise<WorkBar | null>): void {
    this.findBar = find;
  }

  /** Answers a failure with a page inside the shell. */
  async errorPage(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    message: string,
  ): Promise<FastifyReply> {
    return this.sendPage(request, reply.code(status), {
      name: 'ui/frame/error-page',
      props: { status, message, requestId: request.id },
      title: message,
    });
  }

  /** Sends a view as a whole page. */
  async sendPage<P>(request: FastifyRequest, reply: FastifyReply, page: SentPage<P>): Promise<FastifyReply> {
    return html(reply, await this.drawing.page(request, page));
  }

  private route<Q extends Schema, Pa extends Schema>(
    path: string,
    spec: { permission?: Permission; query?: Q; params?: Pa; isData?: true },
    answer: (
      request: FastifyRequest,
      reply: FastifyReply,
      load: (ctx: Context) => Load<Q, Pa>,
    ) => Promise<FastifyReply>,
  ): void {
    this.app.get(
      path,
      {
        config: { permission: spec.permission ?? 'admin', ...(spec.isData && { isData: true }) },
        schema: {
          hide: true,
          ...(spec.query && { querystring: spec.query }),
          ...(spec.params && { params: spec.params }),
        },
      },
      (request, reply) => {
        const { query, params } = request;
        return answer(request, reply, (ctx) => ({
          ctx,
          query: query as Output<Q>,
          params: params as Output<Pa>,
          request,
        }));
      },
    );
  }

  // The page below is requested from the server itself, so that its own permission checks, data and errors apply.
  private async openWithin<P, Q, Pa>(
    request: FastifyRequest,
    reply: FastifyReply,
    spec: FragmentSpec<P, Q, Pa>,
    load: (ctx: Context) => Load<Q, Pa>,
  ): Promise<FastifyReply> {
    const { within } = spec;
    const below =
      typeof within === 'string'
        ? within
        : await this.parts.work.read(callerOf(request), async (ctx) => within(load(ctx)));
    const url = withLanguage(below, request);
    const page = await this.app.inject({
      url,
      headers: { ...request.headers, 'accept-encoding': 'identity' },
      remoteAddress: request.socket.remoteAddress ?? '',
    });
    const { location } = page.headers;
    if (location) return reply.redirect(location, page.statusCode);
    if (page.statusCode !== 200) return html(reply.code(page.statusCode), page.body);
    const body = `<body data-fragment="${escapeHtml(request.url)}" data-within="${escapeHtml(url)}">`;
    return html(
      reply,
      page.body.replace('<body>', () => body),
    );
  }

  // Also requested from the server itself, as a script would.
  private async fragmentAt(url: string, request: FastifyRequest): Promise<string> {
    const { body, statusCode } = await this.app.inject({
      url: withLanguage(url, request),
      headers: { ...request.headers, 'accept-encoding': 'identity', 'x-language': localeOf(request) },
      remoteAddress: request.socket.remoteAddress ?? '',
    });
    if (statusCode === 200) return body;
    const { error } = JSON.parse(body);
    return `<p role="alert">${escapeHtml(error.message)}</p>`;
  }

  private async openDock(ctx: Context, request: FastifyRequest): Promise<OpenDock | null> {
    const [, section = ''] = (request.url.split('?')[0] ?? '').split('/');
    for (const dock of this.docks) {
      const open = dock.beside.includes(section) ? await dock.load(ctx, request) : null;
      if (open) return { view: dock.view, words: dock.words, ...open };
    }
    return null;
  }
}

/** A page to send; its props are those of its view. */
export interface SentPage<P> extends DrawnPage {
  name: View<P>;
  props: P;
}

/** What {@link Web} needs from the process. */
interface WebParts extends DrawingParts {
  work: UnitOfWork;
  /** The saved views in the caller's menu. */
  views: (ctx: Context) => Promise<readonly MenuView[]>;
  /** A cursor in the change feed no newer than anything read from now on; null if there is none. */
  cursor: () => string | null;
}

// Encoded here: otherwise its length is measured first, which takes as long again.
const html = (reply: FastifyReply, body: string) => reply.type('text/html; charset=utf-8').send(Buffer.from(body));

/** A language in the link also applies to the page below. */
const withLanguage = (url: string, request: FastifyRequest) =>
  /[?&]lang=/.test(request.url) ? `${url}${url.includes('?') ? '&' : '?'}lang=${localeOf(request)}` : url;
