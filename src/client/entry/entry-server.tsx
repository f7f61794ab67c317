import type { ComponentType } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { PageFrame } from '#kernel/http/page-frame.rules.ts';
import type { Shell } from '#kernel/http/renderer.ts';
import { Providers } from '#ui/page/providers.tsx';
import { Shell as ShellView } from '#ui/page/shell.tsx';
import type { Interface } from '../messages.ts';

type ViewModule = { default: ComponentType<Record<string, unknown>> };

const modules = import.meta.glob<ViewModule>(['../../features/**/*.view.tsx', '../../ui/**/*.view.tsx'], {
  eager: true,
});
const views = new Map(
  Object.entries(modules).map(([file, module]) => [
    file.replace('../../features/', '').replace('../../', '').replace('.view.tsx', ''),
    module.default,
  ]),
);

let text: (locale: Interface['locale'], key: string, values?: Record<string, unknown>) => string = (_locale, key) =>
  key;

/** Gives the views the server's messages. Called once at start, and in development after each reload. */
export function useText(given: typeof text): void {
  text = given;
}

const interfaceOf = ({ locale, timeZone, dock }: PageFrame): Interface => ({
  locale,
  timeZone,
  picking: dock?.picking ?? false,
  text: (key, values) => text(locale, key, values),
});

export function renderView(name: string, props: Record<string, unknown>, frame: PageFrame, prefix: string): string {
  const View = views.get(name);
  if (!View) throw new Error(`There is no view ${name}.`);
  return renderToString(
    <Providers value={interfaceOf(frame)}>
      <View {...props} />
    </Providers>,
    { identifierPrefix: prefix },
  );
}

const cut = '\u0001';
const shells = new Map<string, Shell>();

/** The shell around a page and the panel beside it. It depends on few values, so the last few hundred are cached. */
export function renderShell(frame: PageFrame): Shell {
  const counts = frame.menu.map(({ count }) => count);
  const key = JSON.stringify([
    frame.locale,
    frame.scheme,
    frame.narrow,
    frame.path,
    frame.staff,
    frame.dock !== null,
    counts,
  ]);
  const known = shells.get(key);
  if (known) return known;
  const markup = renderToStaticMarkup(
    <Providers value={interfaceOf(frame)}>
      <ShellView frame={frame} dock={frame.dock && cut}>
        {cut}
      </ShellView>
    </Providers>,
  );
  const [before = '', ...rest] = markup.split(cut);
  const shell = { before, between: rest.length > 1 ? (rest[0] ?? '') : '', after: rest.at(-1) ?? '' };
  if (shells.size >= 300) shells.clear();
  shells.set(key, shell);
  return shell;
}
