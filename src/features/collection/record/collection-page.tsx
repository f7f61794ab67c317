import type { ReactNode } from 'react';
import type { ShownPart } from '#kernel/records/record-parts.ts';
import { Cover } from '#ui/cover.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Note } from '#ui/kit/note.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import { useRecordSteps } from '#ui/page/record-steps.ts';
import { RecordBar } from '#ui/record/record-bar.tsx';
import { RecordHero } from '#ui/record/record-hero.tsx';
import { SegmentLinks } from '#ui/kit/segment.tsx';
import { RecordTabs } from '#ui/record/record-tabs.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import { collectionList } from '../collection.rules.ts';
import { CollectionActs } from './collection-acts.tsx';
import type { CollectionHead } from './collection-head.read.ts';
import { CollectionStates } from './collection-states.tsx';
import { type CollectionTab, collectionTabHref, collectionTabs } from './collection-tabs.rules.ts';

const labels = {
  details: 'collection.tab_details',
  contents: 'collection.field_contents',
  images: 'collection.field_images',
  uses: 'uses.title',
  history: 'common.history',
} as const satisfies Record<(typeof collectionTabs)[number], string>;

interface CollectionPageProps {
  head: CollectionHead;
  /** One of its own tabs, or the address of a part added by another feature. */
  tab: CollectionTab | `/${string}`;
  children?: ReactNode;
}

/** A collection's page: a summary, its parts as tabs, and the current tab. */
export function CollectionPage({ head, tab, children }: CollectionPageProps) {
  const t = useT<CollectionWords>();
  const { cid, title, is_public, lock, ads_place } = head.collection;
  const steps = useRecordSteps(collectionList, cid);
  const own = collectionTabs.map((one) => ({
    label: t(labels[one]),
    href: collectionTabHref(cid, one),
    isCurrent: one === tabOf(tab),
    count: one === 'details' || one === 'history' ? undefined : head.counts[one],
  }));
  const isAdded = tab.startsWith('/');
  const isFolded = tab !== 'details';
  return (
    <>
      <RecordBar
        crumbs={[{ label: t('collection.heading'), href: '/collection' }]}
        steps={steps}
        hrefOf={(other) =>
          isAdded ? tab.replace(`/${cid}/`, `/${other}/`) : collectionTabHref(other, tab as CollectionTab)
        }
      />
      <RecordHero
        picture={
          <Cover
            id={cid}
            title={title}
            source={head.cover}
            larger={isFolded ? null : head.largerCover}
            size={isFolded ? 'row' : 'hero'}
          />
        }
        isFolded={isFolded}
        state={<CollectionStates isPublic={is_public} lock={lock} ads={ads_place !== null} />}
        title={title}
        line={head.owners.length > 0 && <Owners owners={head.owners} />}
        facts={useFacts(head)}
        acts={<CollectionActs head={head} />}
        found={{ detail: cid, href: `/collection/${cid}`, kind: t('collection.kind'), icon: 'collection' }}
      />
      <RecordTabs tabs={own} />
      <PartNotes parts={head.parts.tabs.filter(({ href }) => href !== tab)} />
      {tabOf(tab) === 'history' && (
        <SegmentLinks
          label={t('common.history')}
          below={12}
          options={(['history', 'versions'] as const).map((one) => ({
            label: t(one === 'history' ? 'collection.tab_changes' : 'collection.tab_versions'),
            href: collectionTabHref(cid, one),
            isCurrent: one === tab,
          }))}
        />
      )}
      {children}
    </>
  );
}

/** The tab that a page stands in: versions with the history, parts of other features with the details that lead to them. */
const tabOf = (tab: CollectionPageProps['tab']) =>
  tab === 'versions' ? 'history' : tab.startsWith('/') ? 'details' : tab;

/** Notes from other features' parts, to read before changing the collection. */
function PartNotes({ parts }: { parts: readonly ShownPart[] }) {
  return parts.map(
    ({ href, note }) =>
      note && (
        <Note key={href} tone={note.tone}>
          <a href={href}>{note.text}</a>
        </Note>
      ),
  );
}

function Owners({ owners }: Pick<CollectionHead, 'owners'>) {
  return owners.map(({ cust_idx, name }, index) => (
    <span key={cust_idx}>
      {index > 0 && ', '}
      <a href={`/customer/${cust_idx}`}>{name}</a>
    </span>
  ));
}

function useFacts({ collection, reached }: CollectionHead) {
  const t = useT<CollectionWords>();
  const format = useFormat();
  const [first] = collection.prices;
  const more = collection.prices.length - 1;
  const price = first && (
    <>
      {format.money(first.discounted_price ?? first.price, first.currency)}
      {more > 0 && <small> +{format.number(more)}</small>}
    </>
  );
  const group = collection.age_group && (
    <a href={listUrl('/collection', { age_group: collection.grp_idx ?? undefined })}>{collection.age_group}</a>
  );
  return [
    { label: t('collection.field_cid'), value: <code>{collection.cid}</code> },
    { label: t('collection.list_web'), value: format.number(reached.web) },
    { label: t('collection.list_mobile'), value: format.number(reached.mobile) },
    { label: t('collection.list_price'), value: price ?? null },
    { label: t('collection.field_exposed_type'), value: t(`collection.exposed_${collection.exposed_type}`) },
    { label: t('collection.field_grp_idx'), value: group },
  ];
}
