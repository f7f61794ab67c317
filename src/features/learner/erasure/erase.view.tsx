import { useState } from 'react';
import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import { learnerHref } from '#features/registration/registration.public.tsx';
import { personalNames } from '#kernel/records/personal-names.rules.ts';
import { randomId } from '#kernel/text/random-id.rules.ts';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { Pairs } from '#ui/kit/card.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { LearnerWords } from '../learner.messages.ts';
import type { erasureApi } from './erasure.contract.ts';
import type { Foreseen } from './erasure.read.ts';
import { confirmation } from './erasure.rules.ts';

const call = client<typeof erasureApi>();

interface EraseFormProps extends Foreseen {
  reader: { learner_id: string; ref: string };
  /** How many backups are kept. */
  backups: number;
}

// A longer ID stands whole in the heading; a button has room for its ends. Letters.
const mostInButton = 24;
const shortened = (id: string) => (id.length <= mostInButton ? id : `${id.slice(0, 9)}…${id.slice(-9)}`);

/** Says in figures what is erased and what still has the ID, then erases it. It finishes with the pseudonym. */
export default function EraseForm({ reader, counts, active, inTexts, backups }: EraseFormProps) {
  const { learner_id: learner, ref } = reader;
  const t = useT<LearnerWords>();
  const format = useFormat();
  const [phrase, setPhrase] = useState('');
  const [memo, setMemo] = useState('');
  const [key] = useState(randomId);
  const erasing = useSubmit(async () => {
    const sent = { params: { ref }, body: { phrase, memo }, idempotencyKey: key };
    const { results } = await call('POST /api/v1/learner/:ref/erase', sent);
    await finishFragment(results);
  });
  const found = personalNames.filter((name) => counts[name] !== undefined);
  const total = found.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  return (
    <DialogForm
      of={erasing}
      heading={t('learner.erase_heading', { learner })}
      failed={t('learner.erase_failed')}
      isSaidByField={erasing.fieldError('memo') !== undefined}
      submit={t('learner.erase_do', { learner: shortened(learner) })}
      before={
        <ButtonLink href={`/api/v1${learnerHref(ref)}/export`} download>
          {t('learner.download_data')}
        </ButtonLink>
      }
      disabled={phrase !== confirmation || total === 0}
      isDanger
    >
      <Text as="h3" size="small" strong>
        {t('learner.erase_becomes', { count: total })}
      </Text>
      <Pairs>
        {found.map((name) => (
          <div key={name}>
            <dt>{t(`learner.holds_${name}`)}</dt>
            <dd>{format.number(counts[name] ?? 0)}</dd>
          </div>
        ))}
      </Pairs>
      {!inTexts && <Text tone="warn">{t('learner.erase_not_texts')}</Text>}
      <Text tone="soft" size="small">
        {t('learner.erase_unchanged')}
      </Text>
      <Text as="h3" size="small" strong>
        {t('learner.erase_still')}
      </Text>
      <Pairs>
        <div>
          <dt>{t('learner.still_backups')}</dt>
          <dd>{t('learner.still_backups_until', { count: backups })}</dd>
        </div>
        <div>
          <dt>{t('learner.still_archive')}</dt>
          <dd>{t('learner.still_archive_until')}</dd>
        </div>
        <div>
          <dt>{t('learner.still_log')}</dt>
          <dd>{t('learner.still_log_until')}</dd>
        </div>
        <div>
          <dt>{t('learner.still_portal')}</dt>
          <dd>{t('learner.still_portal_until')}</dd>
        </div>
        <div>
          <dt>{t('learner.still_files')}</dt>
          <dd>{t('learner.still_files_until')}</dd>
        </div>
      </Pairs>
      <Note tone="problem" title={t('learner.erase_for_good')}>
        {t('learner.erase_loses', { count: active })}
      </Note>
      <Input
        label={t('confirm.phrase_label', { phrase: `“${confirmation}”` })}
        name="phrase"
        value={phrase}
        onChange={({ currentTarget }) => setPhrase(currentTarget.value)}
        error={erasing.fieldError('phrase')}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <Input
        label={t('learner.memo')}
        hint={t('learner.erase_memo_hint')}
        name="memo"
        value={memo}
        onChange={({ currentTarget }) => setMemo(currentTarget.value)}
        error={erasing.fieldError('memo')}
        maxLength={2000}
      />
    </DialogForm>
  );
}
