import type { AssistantRight } from '#kernel/work/actor.ts';

/** What the key of an assistant may do. */
export type Rights = ReadonlySet<AssistantRight>;

const both = ['codes', 'learners'] as const satisfies readonly AssistantRight[];

// Kinds of records as the trail names them. What is not listed, such as accounts, keys and settings, is never shown.
const kindsBy = {
  read: `book book_act content_item unit_info word sentence series level category age_group collection numbered_collection
    collection_version version advertised prices roadmap guide guide_item release reservation reservation_act customer
    text_import import onix fault_act term`,
  codes: 'code_batch code_delivery code_leak event statement code_order',
};
// A code tells who redeemed it.
const kindsOfBoth = 'code code_act registration registration_act learner';

const needed = new Map<string, readonly AssistantRight[]>([
  ...kindsBy.read.split(/\s+/).map((kind) => [kind, ['read']] as const),
  ...kindsBy.codes.split(' ').map((kind) => [kind, ['codes']] as const),
  ...kindsOfBoth.split(' ').map((kind) => [kind, both] as const),
]);

/** Whether records of a kind may be shown to who has these rights. */
export const maySeeKind = (kind: string, rights: Rights): boolean =>
  needed.get(kind)?.every((right) => right === 'read' || rights.has(right)) ?? false;

// The first part of the addresses of records, as the finder answers them.
const pages: Readonly<Record<string, readonly AssistantRight[]>> = {
  ...Object.fromEntries(
    'book series level category agegroup collection roadmap series_guide reservation release customer'
      .split(' ')
      .map((page) => [page, []]),
  ),
  code: both,
  event: ['codes'],
  learner: both,
};

/** Whether what is at an address may be shown to who has these rights. */
export const maySeePage = (href: string, rights: Rights): boolean => {
  const [, page = ''] = /^\/([\w-]+)/.exec(href) ?? [];
  return Object.hasOwn(pages, page) && (pages[page] ?? []).every((right) => rights.has(right));
};

// Fields of answers that have a code, that have the ID of a learner, or that tell both in sentences.
const fieldsOf = {
  codes: new Set(['code', 'codes', 'replaced_by', 'replaces', 'near', 'story', 'history', 'uses']),
  learners: new Set(['learner_id', 'learner', 'ref', 'other', 'story', 'history', 'uses']),
};

/** An answer without codes and learners, unless these rights allow them. */
export function withoutSecrets(value: unknown, rights: Rights): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, rights));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) =>
    both.every((right) => rights.has(right) || !fieldsOf[right].has(name)),
  );
  return Object.fromEntries(fields.map(([name, of]) => [name, withoutSecrets(of, rights)]));
}
