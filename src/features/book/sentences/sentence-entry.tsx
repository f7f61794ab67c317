import { client } from '#client/api.ts';
import { confirm, confirmPhrase, notify, openFragment } from '#client/dialogs.ts';
import type { fileApi } from '#kernel/storage/file.contract.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { BookWords } from '../book.messages.ts';
import { playingTime } from './audio/audio.rules.ts';
import type { SentenceRecord, sentenceApi } from './sentence.contract.ts';
import { SentenceAudio } from './sentence-audio.tsx';
import styles from './sentence-list.module.css';

const call = client<typeof sentenceApi>();
const callFile = client<typeof fileApi>();

interface SentenceEntryProps {
  sentence: SentenceRecord;
  onChange: () => void;
  onDelete: () => void;
}

/** One sentence: its text, its audio and its actions. */
export function SentenceEntry({ sentence: one, onChange, onDelete }: SentenceEntryProps) {
  const t = useT<BookWords>();
  const act = useAct();
  const { sent_idx, sentence, audio_path } = one;
  const named = (label: string) => ({ 'aria-label': `${label}: ${sentence}` });
  const edit = async () => {
    if (!(await openFragment(`/book/word/sentence/update?sent_idx=${sent_idx}`))) return;
    onChange();
    void notify({ message: t('book.sentence_updated') });
  };
  const remove = async () => {
    const question = { title: sentence, body: t('book.sentence_delete_text'), agree: t('common.delete'), danger: true };
    if (!(await confirmPhrase(question))) return;
    act(async () => {
      await call('DELETE /api/v1/sentence/:sent_idx', { params: { sent_idx } });
      onDelete();
      void notify({ message: t('book.sentence_deleted') });
    }, t('book.sentence_delete_failed'));
  };
  const removeAudio = async ({ target_ctl, target_id, type, path }: SentenceRecord['files'][number]) => {
    const question = {
      title: t('book.sentence_audio_remove'),
      body: t('book.sentence_audio_remove_text'),
      danger: true,
    };
    if (!(await confirm(question))) return;
    act(async () => {
      await callFile('DELETE /api/v1/file', { body: { target_ctl, target_id, file_type: type, file_path: path } });
      onChange();
      void notify({ message: t('book.sentence_audio_removed') });
    }, t('book.sentence_edit_failed'));
  };
  return (
    <li>
      <div className={styles.text}>
        <span>{sentence}</span>
        {one.mdr_targeted === 'Y' && <small className={styles.badge}>{t('book.sentence_targeted')}</small>}
        {one.mdr_targeted === 'Y' && audio_path === false && (
          <small className={styles.missing}>{t('book.sentence_awaited')}</small>
        )}
        {one.files.map((file) => (
          <small key={file.path}>{playingTime(file.ms)}</small>
        ))}
      </div>
      {audio_path !== false && <SentenceAudio sentence={one} path={audio_path} />}
      <div className={styles.actions}>
        <button type="button" className={button.quiet} onClick={() => void edit()} {...named(t('common.edit'))}>
          {t('common.edit')}
        </button>
        <button
          type="button"
          className={button.quiet}
          onClick={() => void openFragment(`/audit/of/sentence/${sent_idx}`)}
          {...named(t('common.history'))}
        >
          {t('common.history')}
        </button>
        {one.files.map((file) => (
          <button
            key={file.path}
            type="button"
            className={button.quiet}
            onClick={() => void removeAudio(file)}
            {...named(t('book.sentence_audio_remove'))}
          >
            {t('book.sentence_audio_remove')}
          </button>
        ))}
        <button type="button" className={button.quiet} onClick={() => void remove()} {...named(t('common.delete'))}>
          {t('common.delete')}
        </button>
      </div>
    </li>
  );
}
