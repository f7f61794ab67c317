import type { ComponentType } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { PageFrame } from '#kernel/http/page-frame.rules.ts';
import { Providers } from '#ui/page/providers.tsx';
import { Shell } from '#ui/page/shell.tsx';
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

const interfaceOf = ({ locale, timeZone }: PageFrame): Interface => ({
  locale,
  timeZone,
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
const shells = new Map<string, readonly [string, string]>();

/** The shell around a page, in two halves. It depends on few values, so the last few hundred are cached. */
export function renderShell(frame: PageFrame): readonly [before: string, after: string] {
  const counts = frame.menu.map(({ count }) => count);
  const key = JSON.stringify([frame.locale, frame.scheme, frame.narrow, frame.path, frame.staff, counts]);
  const known = shells.get(key);
  if (known) return known;
  const markup = renderToStaticMarkup(
    <Providers value={interfaceOf(frame)}>
      <Shell frame={frame}>{cut}</Shell>
    </Providers>,
  );
  const [before = '', after = ''] = markup.split(cut);
  if (shells.size >= 300) shells.clear();
  shells.set(key, [before, after]);
  return [before, after];
}
