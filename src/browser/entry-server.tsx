import type { ComponentType } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { currentItem, currentView, menuCount, type PageFrame } from '#kernel/http/page-frame.rules.ts';
import type { Shell } from '#kernel/http/renderer.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import { Shell as ShellView } from '#ui/frame/shell.tsx';
import { Mantine } from '#ui/kit/mantine.tsx';
import { Providers } from '#ui/page/providers.tsx';
import { standAt } from '../client/office-path.ts';
import type { Interface } from '../client/page-interface.ts';

type ViewModule = { default: ComponentType<Record<string, unknown>> };

const modules = import.meta.glob<ViewModule>(['../features/**/*.view.tsx', '../ui/**/*.view.tsx'], {
  eager: true,
});
const views = new Map(
  Object.entries(modules).map(([file, module]) => [
    file.replace('../features/', '').replace('../', '').replace('.view.tsx', ''),
    module.default,
  ]),
);

let text: (locale: Interface['locale'], key: string, values?: Record<string, unknown>) => string = (_locale, key) =>
  key;

/** Gives the views the server's messages. Called once at start and, in development, after each reload. */
export function useText(given: typeof text): void {
  text = given;
  shells.clear();
}

const interfaceOf = ({ locale, timeZone, dock, bar }: PageFrame): Interface => ({
  locale,
  timeZone,
  picking: dock?.picking ?? false,
  working: bar?.name ?? null,
  arrival: { number: 0, isLive: false },
  text: (key, values) => text(locale, key, values),
});

export function renderView(name: string, props: Record<string, unknown>, frame: PageFrame, prefix: string): string {
  const View = views.get(name);
  if (!View) throw new Error(`There is no view ${name}.`);
  standAt(frame.base);
  return renderToString(
    <Providers value={interfaceOf(frame)} around={Mantine}>
      <View {...props} />
    </Providers>,
    { identifierPrefix: prefix },
  );
}

const cut = '\u0001';
const mark = '\u0002';
const shells = new Map<string, string>();

/**
 * The shell around a page and the panel beside it. It depends on few values, so the last few hundred variants are
 * cached; the menu's counts, which change with the library, are inserted into the cached markup.
 */
export function renderShell(frame: PageFrame): Shell {
  const { base, locale, scheme, narrow, folded, staff, menu, views: saved, dock, isOnlyRead } = frame;
  const named = saved.map(({ view_idx, name, href }) => [view_idx, name, href]);
  const current = [currentItem(frame)?.href, currentView(frame)?.view_idx];
  const key = JSON.stringify([
    base,
    locale,
    scheme,
    narrow,
    folded,
    staff,
    ...current,
    named,
    dock !== null,
    isOnlyRead,
  ]);
  // What a person is working on is nobody else's.
  const markup = (frame.bar === null ? shells.get(key) : undefined) ?? drawShell(frame);
  if (shells.size >= 300) shells.clear();
  if (frame.bar === null) shells.set(key, markup);
  const numbers = numbersOf(locale);
  const shown = (count: number | null | undefined) => menuCount(count, numbers);
  const counts = new Map([
    ...menu.map(({ href, count }) => [href, shown(count)] as const),
    ...saved.map(({ view_idx, count }) => [`view ${view_idx}`, shown(count)] as const),
    ...saved.map(({ view_idx, grown }) => [`grown ${view_idx}`, grown > 0 ? `+${shown(grown)}` : ''] as const),
  ]);
  const [before = '', ...rest] = markup
    .split(mark)
    .map((part, index) => (index % 2 === 1 ? counts.get(part) : part))
    .join('')
    .split(cut);
  return { before, between: rest.length > 1 ? (rest[0] ?? '') : '', after: rest.at(-1) ?? '' };
}

function drawShell(frame: PageFrame): string {
  standAt(frame.base);
  return renderToStaticMarkup(
    <Providers value={interfaceOf(frame)}>
      <ShellView frame={frame} countOf={(name) => mark + name + mark} dock={frame.dock && cut}>
        {cut}
      </ShellView>
    </Providers>,
  );
}

const formats = new Map<string, Intl.NumberFormat>();

function numbersOf(locale: PageFrame['locale']): Intl.NumberFormat {
  const known = formats.get(locale) ?? new Intl.NumberFormat(languageTag(locale));
  formats.set(locale, known);
  return known;
}
