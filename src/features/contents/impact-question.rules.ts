import type { Translate } from '#kernel/messages/messages.ts';
import type { Impact } from './contents.contract.ts';
import type { ContentsWords } from './contents.messages.ts';
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
export function questionOf(t: Translate<ContentsWords>, impact: Impact, { act, name, title, stale }: Subject) {
  const { items, already, books, reached, unpublished, no_mobile: noMobile, elsewhere } = impact;
  const others = {
    count: elsewhere.count,
    first: elsewhere.first.map((one) => one.title).join(', ') + (elsewhere.count > elsewhere.first.length ? ' …' : ''),
  };
  const adding = [
    t('contents.impact_join', { count: books }),
    ...some(unpublished, (count) => t('contents.impact_unpublished', { count })),
    ...some(noMobile, (count) => t('contents.impact_mobile', { count })),
    ...some(reached - already, (count) => t('contents.impact_there', { count })),
    ...some(already, (count) => t('contents.impact_already', { count })),
    ...some(elsewhere.count, () => t('contents.impact_elsewhere', others)),
  ];
  const removing = [
    t('contents.impact_leave', { count: books }),
    ...some(reached, (count) => t('contents.impact_stay', { count })),
  ];
  const heading =
    act === 'remove'
      ? t('contents.remove_one', { name: name ?? '' })
      : name === undefined
        ? t('contents.add_many', { count: items - already })
        : t('contents.add_one', { name });
  return {
    title: heading,
    body: [...(stale ? [t('contents.impact_stale', { reason: stale })] : []), t('CLLC-77', { title })].join(' '),
    figures: act === 'add' ? adding : removing,
  };
}

const some = (count: number, describe: (count: number) => string): string[] => (count > 0 ? [describe(count)] : []);
