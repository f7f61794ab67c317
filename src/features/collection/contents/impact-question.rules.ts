import type { Translate } from '#kernel/messages/messages.ts';
import type { CollectionWords } from '../collection.messages.ts';
import type { Impact } from './contents.contract.ts';
import type { ContentAct } from './contents.rules.ts';

interface Subject {
  act: ContentAct;
  /** The title of the item, if there is only one. */
  name?: string | undefined;
  /** The title of the collection. */
  title: string;
  /** Why the question is asked again. */
  stale?: string | undefined;
}

/** The question asked before contents change: the effect, in figures, on the books that customers see. */
export function questionOf(t: Translate<CollectionWords>, impact: Impact, { act, name, title, stale }: Subject) {
  const { items, already, books, reached, unpublished, no_mobile: noMobile, elsewhere } = impact;
  const others = {
    count: elsewhere.count,
    first: elsewhere.first.map((one) => one.title).join(', ') + (elsewhere.count > elsewhere.first.length ? ' …' : ''),
  };
  const adding = [
    t('collection.impact_join', { count: books }),
    ...some(unpublished, (count) => t('collection.impact_unpublished', { count })),
    ...some(noMobile, (count) => t('collection.impact_mobile', { count })),
    ...some(reached - already, (count) => t('collection.impact_there', { count })),
    ...some(already, (count) => t('collection.impact_already', { count })),
    ...some(elsewhere.count, () => t('collection.impact_elsewhere', others)),
  ];
  const removing = [
    t('collection.impact_leave', { count: books }),
    ...some(reached, (count) => t('collection.impact_stay', { count })),
  ];
  const heading =
    act === 'remove'
      ? t('collection.remove_one', { name: name ?? '' })
      : name === undefined
        ? t('collection.add_many', { count: items - already })
        : t('collection.add_one', { name });
  return {
    title: heading,
    body: [...(stale ? [t('collection.impact_stale', { reason: stale })] : []), t('CLLC-77', { title })].join(' '),
    figures: act === 'add' ? adding : removing,
  };
}

const some = (count: number, describe: (count: number) => string): string[] => (count > 0 ? [describe(count)] : []);
