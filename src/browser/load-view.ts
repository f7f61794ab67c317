import type { ComponentType } from 'react';
import { inOffice } from '#client/office-path.ts';
import { loadModule } from '../client/load-module.ts';
import { unreachable } from '../client/unreachable.ts';

type ViewModule = { default: ComponentType<Record<string, unknown>> };

/**
 * Loads the module of a view and the files it lists: a page has them in its head, a fragment brings them. The server
 * lists the files, so that pages need not carry the whole manifest.
 */
export async function loadView(element: HTMLElement): Promise<ViewModule> {
  const { module = '', files = '' } = element.dataset;
  const needed = files.split(' ');
  const scripts = needed.filter((file) => file.endsWith('.js') && !isThere(file));
  const styles = needed.filter((file) => file.endsWith('.css')).map(loadStyle);
  try {
    await Promise.all(scripts.map(fetchFirst));
    const view = loadModule(() => import(/* @vite-ignore */ module) as Promise<ViewModule>);
    const [loaded] = await Promise.all([view, ...styles]);
    return loaded;
  } catch (error) {
    console.error(module, error);
    throw new Error(unreachable(), { cause: error });
  }
}

const isThere = (href: string) => document.querySelector(`link[href="${href}"]`) !== null;

/** Fetches a file before it is imported: one that cannot be reached then fails here, and not for the life of the page. */
async function fetchFirst(href: string): Promise<void> {
  const { ok } = await fetch(inOffice(href));
  if (!ok) throw new Error(`${href} could not be loaded.`);
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
