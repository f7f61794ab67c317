import { ApiError, client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { confirm, leaveWith, notify } from '#client/dialogs.ts';
import { withPageLanguage } from '#client/language.ts';
import { goTo } from '#client/office-path.ts';
import type { referenceApi } from '#kernel/records/references.contract.ts';
import { useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { Menu } from '#ui/kit/menu.tsx';
import { partItems, RecordPartActs } from '#ui/page/record-part-acts.tsx';
import type { collectionApi } from '../collection.contract.ts';
import type { CollectionWords } from '../collection.messages.ts';
import { ManageButton } from '../contents/manage-button.tsx';
import type { CollectionHead } from './collection-head.read.ts';
import { collectionTabHref } from './collection-tabs.rules.ts';
import { useLock } from './use-lock.ts';

const call = client<typeof collectionApi>();
const callReference = client<typeof referenceApi>();

/** The actions for a collection as a whole. */
export function CollectionActs({ head }: { head: CollectionHead }) {
  const t = useT<CollectionWords>();
  const { cidx, cid, lock, version } = head.collection;
  const switchLock = useLock({ cidx, cid, lock, version });
  return (
    <>
      <Menu
        label={t('common.more')}
        icon="more"
        bare="row"
        items={[
          ...partItems(head.parts),
          // Others are told above the page, or have a card on it.
          ...head.parts.tabs.flatMap(({ label, href, note, card }) =>
            note || card !== undefined ? [] : { label, href },
          ),
          { label: t(lock ? 'collection.unlock' : 'collection.lock'), act: switchLock },
          { label: t('common.delete'), danger: true, act: () => void remove() },
        ]}
      />
      <RecordPartActs acts={head.parts.acts.filter(({ count }) => count !== undefined)} />
      <ManageButton cid={cid} locked={lock} />
      <ButtonLink variant="primary" href={`/collection/update/${cid}`}>
        {t('common.edit')}
      </ButtonLink>
    </>
  );

  /** Says that it still reaches books, with all else that keeps it, and links to its contents. */
  async function releaseFirst(count: number) {
    const params = { of: 'collection', id: String(cidx) };
    const { results } = await callReference('GET /api/v1/reference/:of/:id', { params });
    const question = { title: t('collection.delete_failed'), body: t('collection.has_contents', { count }) };
    if (await confirm({ ...question, figures: results.reasons, agree: t('collection.open_contents') }))
      goTo(withPageLanguage(collectionTabHref(cid, 'contents')));
  }

  /** Asks nothing when the deletion would be refused anyway. */
  async function remove() {
    const { title } = head.collection;
    const books = Math.max(head.reached.web, head.reached.mobile);
    const question = { title: `${t('common.delete')}: ${title}`, body: t('collection.delete_body') };
    const deletion = {
      of: 'collection',
      id: cidx,
      phrase: true,
      agree: t('common.delete'),
      held: t('collection.delete_failed'),
      ...question,
    };
    try {
      if (books > 0) return await releaseFirst(books);
      const deleted = await askToDelete(deletion, (seen) =>
        call('DELETE /api/v5/collection/:cid', { params: { cid }, query: { seen }, body: { cidx } }),
      );
      if (deleted) leaveWith(t('collection.deleted'), '/collection', deleted.results.act_idx);
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.status > 0 && error.status < 500;
      const reason = isRefusal ? error.message : t('error.network');
      void notify({ title: t('collection.delete_failed'), message: reason, tone: 'problem' });
    }
  }
}
