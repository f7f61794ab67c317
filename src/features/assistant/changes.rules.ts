import type { AssistantRight } from '#kernel/work/actor.ts';

interface Area {
  path: RegExp;
  needs: readonly AssistantRight[];
}

// A call of no area is not open to assistants: accounts, keys, log-in, settings, mail, webhooks, approvals and links.
const areas: readonly Area[] = [
  { path: /^\/api\/v1\/code\/(redeem|:code\/replace)/, needs: ['codes', 'learners'] },
  { path: /^\/api\/v1\/event\/:event_idx\/participant/, needs: ['codes', 'learners'] },
  { path: /^\/(api\/v1\/code|customer\/code|api\/v1\/event)(\/|$)/, needs: ['codes'] },
  { path: /^\/api\/v1\/learner\//, needs: ['codes', 'learners'] },
  { path: /^\/(api\/v1\/book|book\/delete|api\/v5\/book\/unit|api\/v1\/sentence)(\/|$)/, needs: [] },
  { path: /^\/api\/v[12]\/(series|level|category|age_group|roadmap)(\/|$)/, needs: [] },
  { path: /^\/api\/v[15]\/collection(\/|$)/, needs: [] },
  { path: /^\/api\/v1\/(customer|extra\/series_guide|reservation)(\/|$)/, needs: [] },
  { path: /^\/api\/v1\/(release|fault)(\/|$)/, needs: [] },
  // Sheets and files that a person has brought: whether they are applied.
  {
    path: /^\/api\/v1\/(import\/:import_idx|import\/:import_idx\/sentence|texts\/import\/:timp_idx)\/apply$/,
    needs: [],
  },
  { path: /^\/api\/v1\/(act\/:act_idx\/undo|audit\/of\/:entity\/:id\/restore)$/, needs: [] },
  { path: /^\/api\/v1\/term(\/|$)/, needs: [] },
  { path: /^\/api\/v1\/order\/:ord_idx\/return$/, needs: ['codes'] },
];

// Among them what cannot be undone, what answers secrets, and ways to undo beside the one of acts.
const closed = /(?<!\/act\/:act_idx)\/(undo|link(\/:\w+)?|new_words|erase)$/;

/** Whether what a call changes is known only from its plan: then a key needs the rights to all of that. */
export const isOfAnyKind = (path: string): boolean =>
  /\/(act\/:act_idx\/undo|audit\/of\/:entity\/:id\/restore|fault\/:fault\/\w+)$/.test(path);

/** What a key needs besides `propose` for a call with this path; undefined if it is not open to assistants. */
export const neededForChange = (path: string): readonly AssistantRight[] | undefined =>
  closed.test(path) ? undefined : areas.find((area) => area.path.test(path))?.needs;

/** A path whose parameters are filled; undefined if one is missing, or would lead to another path. */
export function filledPath(path: string, params: Readonly<Record<string, string | number>>): string | undefined {
  let isComplete = true;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? String(params[name]) : '';
    if (/^\.{0,2}$/.test(value)) isComplete = false;
    return encodeURIComponent(value.toWellFormed());
  });
  return isComplete ? filled : undefined;
}

export type Query = Readonly<Record<string, string | number | boolean>>;

/** The query of an address, with its question mark; nothing if there is none. */
export function queryText(query: Query): string {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
