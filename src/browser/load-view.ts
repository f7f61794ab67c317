import type { ComponentType } from 'react';
import { unreachable } from '../client/unreachable.ts';

type ViewModule = { default: ComponentType<Record<string, unknown>> };

/**
 * Loads the module of a view and the files it lists: a page has them in its head, a fragment brings them. The server
 * lists the files, so that pages need not carry the whole manifest.
 */
export async function loadView(element: HTMLElement): Promise<ViewModule> {
  const { module = '', files = '' } = element.dataset;
  const needed = files.split(' ');
  for (const file of needed) if (file.endsWith('.js')) preload(file);
  const styles = needed.filter((file) => file.endsWith('.css')).map(loadStyle);
  try {
    const [loaded] = await Promise.all([import(/* @vite-ignore */ module) as Promise<ViewModule>, ...styles]);
    return loaded;
  } catch (error) {
    console.error(module, error);
    throw new Error(unreachable(), { cause: error });
  }
}

const isThere = (href: string) => document.querySelector(`link[href="${href}"]`) !== null;

function preload(href: string): void {
  if (!isThere(href))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}

const loading = new Map<string, Promise<void>>();

/** Resolves once a style sheet is applied, so that nothing is shown without it. */
async function loadStyle(href: string): Promise<void> {
  if (isThere(href)) return loading.get(href);
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  const loaded = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      // Allows another attempt.
      link.remove();
      reject(new Error(`${href} could not be loaded.`));
    });
  });
  loading.set(href, loaded);
  document.head.append(link);
  return loaded;
}
