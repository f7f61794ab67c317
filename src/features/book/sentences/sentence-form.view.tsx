import { Checkbox, Stack, Textarea } from '@mantine/core';
import type { UploadWords } from '#kernel/messages/common/upload.messages.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { StaleChoice } from '#ui/form/stale-choice.tsx';
import { SubmitRow } from '#ui/form/submit-row.tsx';
import { useT } from '#ui/interface.tsx';
import { UploadProgress } from '#ui/upload/upload-progress.tsx';
import type { BookWords } from '../book.messages.ts';
import { readableWord } from '../words/word.rules.ts';
import { AudioField } from './audio-field.tsx';
import { longestSentence } from './sentence.rules.ts';
import { type SentenceFormProps, useSentenceForm } from './use-sentence-form.ts';

/** The dialog that adds or changes a sentence with its audio; finishes with the sentence. */
export default function SentenceForm(props: SentenceFormProps) {
  const t = useT<BookWords & UploadWords>();
  const { form, values, set, submission, upload } = useSentenceForm(props);
  const failed = props.sentence ? t('book.sentence_edit_failed') : t('book.sentence_add_failed');
  return (
    <form ref={form} onSubmit={submission.submit} noValidate>
      <h2>{`${props.sentence ? t('book.sentence_edit') : t('book.sentence_add')}: ${readableWord(props.word)}`}</h2>
      {!submission.fieldError('sentence') && !submission.fieldError('audio') && (
        <FormProblem of={submission} title={failed} />
      )}
      <StaleChoice of={submission} />
      <Stack gap="md">
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
          description={t('book.sentence_targeted_hint')}
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
      </Stack>
      <SubmitRow of={submission}>{t('common.save')}</SubmitRow>
    </form>
  );
}
