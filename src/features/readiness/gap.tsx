import { useState } from 'react';
import { cefrLevels } from '#features/book/book-parts.public.tsx';
import type { BookWords } from '#features/book/book-words.public.ts';
import { useContentRules } from '#features/content/content-uploader.public.tsx';
import type { ContentKind } from '#features/content/content.public.ts';
import { useImageRules } from '#features/image/image-uploader.public.tsx';
import { SuggestInput } from '#ui/form/suggest-input.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Select } from '#ui/kit/input.tsx';
import { useOnDemand } from '#ui/order/use-on-demand.ts';
import { Uploader } from '#ui/upload/uploader.tsx';
import { AudioGap } from './audio-gap.tsx';
import { FieldGap } from './field-gap.tsx';
import { ChooseFiles, GapLink, type GapProps, GapRow } from './gap-row.tsx';
import styles from './readiness-card.module.css';

/** A gap and the control that mends it. */
export function Gap(props: GapProps) {
  switch (props.requirement.key) {
    case 'cover':
      return <ImageGap {...props} kind="cover" />;
    case 'previews':
      return <ImageGap {...props} kind="preview" />;
    case 'content':
      return <ContentGap {...props} kinds={['epub', 'zip']} />;
    case 'epub':
      return <ContentGap {...props} kinds={['epub']} />;
    case 'words':
      return <WordsGap {...props} />;
    case 'audio':
      return <AudioGap {...props} />;
    case 'level':
      return <LevelGap {...props} />;
    case 'age_group':
      return <AgeGroupGap {...props} />;
  }
}

/** A missing content file, or an EPUB with errors: dropped on the row, or chosen. */
function ContentGap({ book, requirement, kinds, onMended }: GapProps & { kinds: readonly ContentKind[] }) {
  const t = useT<BookWords>();
  const { bid, version } = book;
  const rules = useContentRules({ bid, version, kinds }, { onSaved: onMended });
  const label = t(kinds.length > 1 ? 'book.mend_content' : 'book.content_choose_epub');
  return (
    <li>
      <Uploader
        {...rules}
        label={label}
        renderChooser={(files) => (
          <GapRow requirement={requirement} onFiles={files.disabled ? undefined : files.onFiles}>
            <GapLink link={requirement.link} />
            <ChooseFiles label={label} {...files} />
          </GapRow>
        )}
      />
    </li>
  );
}

/** A missing cover, or missing previews: dropped on the row, or chosen. */
function ImageGap({ book, requirement, kind, onMended }: GapProps & { kind: 'cover' | 'preview' }) {
  const t = useT<BookWords>();
  const rules = useImageRules(book.bid, kind, { onSaved: (message, act) => void onMended(message, act) });
  const label = t(kind === 'cover' ? 'book.cover_choose' : 'book.previews_choose');
  return (
    <li>
      <Uploader
        {...rules}
        label={label}
        renderChooser={(files) => (
          <GapRow requirement={requirement} onFiles={files.disabled ? undefined : files.onFiles}>
            <ChooseFiles label={label} {...files} />
          </GapRow>
        )}
      />
    </li>
  );
}

const loadPaste = () => import('#features/word/paste-panel.public.tsx');

/** No words yet: rows from a spreadsheet are pasted here, others are written in the sheet. */
function WordsGap({ book: { bid }, requirement, onMended }: GapProps) {
  const t = useT<BookWords>();
  const { loaded, opener, open, close } = useOnDemand(loadPaste);
  const done = (isAdded: boolean) => {
    close();
    if (isAdded) void onMended();
  };
  return (
    <li>
      <GapRow requirement={requirement}>
        <GapLink link={requirement.link} />
        <Button ref={opener} size="small" aria-expanded={loaded !== null} onClick={open}>
          {t('book.paste')}
        </Button>
      </GapRow>
      {loaded && <loaded.PastePanel bid={bid} rows={[]} text="" onDone={done} />}
    </li>
  );
}

const levels = cefrLevels.map((level) => ({ value: level, label: level }));

const isCefr = (text: string) =>
  text.split(/[,;/]/).some((part) => cefrLevels.some((level) => level.toLowerCase() === part.trim().toLowerCase()));

/** No reading level: a Lexile measure or CEFR levels, told apart by what is typed. */
function LevelGap(props: GapProps) {
  const t = useT<BookWords>();
  const [text, setText] = useState('');
  const fields = isCefr(text)
    ? ({ level_type: 'CEFR', cefr_level: text } as const)
    : ({ level_type: 'Lexile', lexile: text } as const);
  return (
    <FieldGap
      {...props}
      fields={text.trim() === '' ? null : fields}
      label={t('book.mend_level')}
      isTouched={text.trim() !== ''}
    >
      <SuggestInput
        className={styles.control}
        aria-label={t('book.level_typed')}
        placeholder="650L, A1"
        choices={levels}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        maxLength={100}
      />
    </FieldGap>
  );
}

/** No age group: one is chosen, beginning with the one that the neighbours of the book suggest. */
function AgeGroupGap(props: GapProps) {
  const t = useT<BookWords>();
  const { choices, suggestion, link } = props.requirement;
  const suggested = suggestion ? String(suggestion.body.grp_idx) : '';
  const [chosen, setChosen] = useState(suggested);
  if (choices.length === 0)
    return (
      <li>
        <GapRow requirement={props.requirement}>
          <GapLink link={link} />
        </GapRow>
      </li>
    );
  return (
    <FieldGap
      {...props}
      fields={chosen === '' ? null : { grp_idx: Number(chosen) }}
      label={suggestion && chosen === suggested ? suggestion.label : t('book.mend_set')}
      isTouched={chosen !== suggested}
    >
      <Select
        aria-label={t('book.field_age_group')}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        options={[{ value: '', label: t('book.mend_age_group') }, ...choices]}
      />
    </FieldGap>
  );
}
