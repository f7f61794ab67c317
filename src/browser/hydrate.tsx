import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot, type Root } from 'react-dom/client';
import { Providers } from '#ui/page/providers.tsx';
import { drawAgainWith } from '../client/live-page.ts';
import { loadMessages, pageInterface } from '../client/page-interface.ts';
import { loadView } from './load-view.ts';

/** Hydrates every view inside `scope`; resolves once all of them respond to clicks. */
export async function hydrate(scope: ParentNode): Promise<Root[]> {
  return Promise.all([...scope.querySelectorAll<HTMLElement>('[data-view]')].map(hydrateView));
}

async function hydrateView(element: HTMLElement): Promise<Root> {
  const { view = '', words = '', prefix, mantine } = element.dataset;
  const props = JSON.parse(element.nextElementSibling?.textContent ?? '{}');
  const [{ default: View }, around] = await Promise.all([
    loadView(element),
    mantine === undefined ? undefined : loadMantine(),
    loadMessages('common', ...words.split(' ').filter(Boolean)),
  ]);
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  let arrived = 0;
  let forgotten = 0;
  const draw = (drawn: Record<string, unknown>, isLive = false) => (
    <Providers value={{ ...pageInterface, arrival: { number: arrived, isLive } }} around={around} onReady={resolve}>
      <View key={forgotten} {...drawn} />
    </Providers>
  );
  // In a transition, so that a long view is hydrated in slices and the page stays responsive; pressing something in it
  // speeds it up.
  const root = await new Promise<Root>((made) =>
    startTransition(() => {
      made(
        hydrateRoot(element, draw(props), {
          identifierPrefix: prefix ?? '',
          onRecoverableError: (error) => console.error('hydration', view, error),
          onUncaughtError: (error) => {
            console.error(view, error);
            reject(error);
          },
        }),
      );
    }),
  );
  await ready;
  drawAgainWith(element, (next, arrival) => {
    arrived += 1;
    if (arrival === 'anew') forgotten += 1;
    const render = () => root.render(draw(next, arrival === 'live'));
    // Synchronous where the caller compares the page before and after.
    if (arrival === 'requested') render();
    else flushSync(render);
  });
  element.dataset.ready = '';
  element.dispatchEvent(new Event('awake', { bubbles: true }));
  return root;
}

/** Views that draw none of Mantine's components, such as lists, are spared its script. */
const loadMantine = async () => (await import('#ui/kit/mantine.tsx')).Mantine;
