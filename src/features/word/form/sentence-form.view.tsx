import type { BookWords } from '#features/book/book-words.public.ts';
import type { UploadWords } from '#kernel/messages/common/upload.messages.ts';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { StaleChoice } from '#ui/form/stale-choice.tsx';
import { useT } from '#ui/interface.tsx';
import { Checkbox } from '#ui/kit/choice.tsx';
import { Textarea } from '#ui/kit/input.tsx';
import { UploadProgress } from '#ui/upload/upload-progress.tsx';
import { longestSentence } from '../words/sentence.rules.ts';
import { readableWord } from '../words/word.rules.ts';
import { AudioField } from './audio-field.tsx';
import { type SentenceFormProps, useSentenceForm } from './use-sentence-form.ts';

/** The dialog that adds or changes a sentence with its audio; finishes with the sentence. */
export default function SentenceForm(props: SentenceFormProps) {
  const t = useT<BookWords & UploadWords>();
  const { form, values, set, submission, upload } = useSentenceForm(props);
  return (
    <DialogForm
      ref={form}
      of={submission}
      heading={`${props.sentence ? t('book.sentence_edit') : t('book.sentence_add')}: ${readableWord(props.word)}`}
      failed={props.sentence ? t('book.sentence_edit_failed') : t('book.sentence_add_failed')}
      isSaidByField={(submission.fieldError('sentence') ?? submission.fieldError('audio')) !== undefined}
      submit={t('common.save')}
      above={<StaleChoice of={submission} />}
    >
      <Textarea
        label={t('book.sentence_kind')}
        name="sentence"
        value={values.sentence}
        onChange={(event) => set({ sentence: event.currentTarget.value })}
        error={submission.fieldError('sentence')}
        maxLength={longestSentence}
        rows={3}
        required
      />
      <Checkbox
        label={t('book.sentence_targeted')}
        hint={t('book.sentence_targeted_hint')}
        name="mdr_targeted"
        checked={values.targeted}
        onChange={(event) => set({ targeted: event.currentTarget.checked })}
      />
      <AudioField
        current={props.sentence}
        file={values.audio}
        onFile={(audio) => set({ audio })}
        upload={upload.state}
        error={submission.fieldError('audio')}
      />
      {values.audio && (
        <UploadProgress
          state={upload.state}
          label={t('book.sentence_audio')}
          sending={t('book.sentence_uploading')}
          working={t('upload.working')}
          onCancel={upload.cancel}
        />
      )}
    </DialogForm>
  );
}
