import type { TextField } from '#features/collection/collection.public.ts';
import { isRich, TextStateMark } from '#features/collection/collection-texts.public.tsx';
import type { ShownDraft } from '#features/draft/draft.public.ts';
import { DraftPanel, type MachineDrafts } from '#features/draft/draft.public.tsx';
import { defaultLocale, languageTag, type Locale, localeNames } from '#kernel/messages/locale.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { plainText } from '#ui/kit/rich-text.rules.ts';
import { RichTextView } from '#ui/kit/rich-text.tsx';
import { Text, Unseen } from '#ui/kit/text.tsx';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import type { Cell } from './desk.rules.ts';
import styles from './desk-panel.module.css';
import type { TextCard } from './localize.contract.ts';
import type { LocalizeWords } from './localize.messages.ts';
import type { MatrixRow } from './matrix.read.ts';
import { Pieces } from './pieces.tsx';
import { TextMemory } from './text-memory.tsx';
import { TextParagraphs } from './text-paragraphs.tsx';
import { TextTerms } from './text-terms.tsx';
import { useOpenParagraphs } from './use-open-paragraphs.ts';
import { WholeText } from './whole-text.tsx';

interface TextPanelProps {
  row: MatrixRow;
  cell: Cell;
  card: TextCard | null;
  failed: string | null;
  /** The typed text, if there is one. */
  draft: string | undefined;
  /** What somebody else saved under the draft. */
  theirs: string | undefined;
  isEditing: boolean;
  /** The machine's drafts, and that of this text; undefined where somebody has typed. */
  machine: MachineText | undefined;
  acts: PanelActs;
}

/** What a machine can do with a text, and has done. */
interface MachineText {
  of: MachineDrafts;
  cell: { id: string; locale: Locale; field: TextField };
  drafted: ShownDraft | undefined;
  take: (draft: ShownDraft) => void;
}

/** What can be done with the text of a cell, beside it. */
interface PanelActs {
  write: (text: string, madeOf?: string[]) => void;
  /** Some paragraphs of the text are still right. */
  mark: (madeOf: string[]) => void;
  /** Ends the draft. */
  discard: () => void;
  /** Goes on with the draft over what somebody else saved. */
  overwrite: () => void;
  confirmRight: () => void;
  leave: () => void;
  next: () => void;
}

/** Beside the grid: the English of the chosen text, what changed in it, and how similar texts were translated before. */
export function TextPanel({ row, cell, card, failed, draft, theirs, isEditing, machine, acts }: TextPanelProps) {
  const t = useT<LocalizeWords>();
  const format = useFormat();
  const { cid, locale, field } = cell;
  const language = localeNames[locale];
  const isEnglish = locale === defaultLocale;
  // Each paragraph has its English beside it.
  const { paragraphs, key, again } = useOpenParagraphs(cell, card, draft);
  const byParagraph = isEditing && paragraphs !== null;
  const discard = () => {
    acts.discard();
    again();
  };
  const leave = () => {
    acts.leave();
    // Opened again, it begins with what was written.
    again();
  };
  const shown = (text: string) => (isRich(field) ? plainText(text) : text);
  return (
    <>
      <Card gap={6} aria-label={t('localize.desk_panel')}>
        <Text tone="soft" size="fine" breaks>
          {row.title} · {t(`collection.field_${field}`)} ·{' '}
          <a href={`/collection/${cid}/localize/${locale}`}>
            <Unseen>{row.title}, </Unseen>
            {language} <TextStateMark state={row.states[locale] ?? 'empty'} />
          </a>
        </Text>
        {/* Before what comes later, so that its buttons stay where they are. */}
        {theirs !== undefined && (
          <Note tone="problem" title={t('localize.desk_disputed')}>
            <Text typed lang={languageTag(locale)}>
              {shown(theirs) || '—'}
            </Text>
            <Inline tight>
              <Button variant="quiet" onClick={acts.overwrite}>
                {t('localize.desk_mine')}
              </Button>
              <Button variant="quiet" onClick={discard}>
                {t('error.stale_theirs')}
              </Button>
            </Inline>
          </Note>
        )}
        {card && (
          <RecordPartActs
            acts={card.offered.map(({ href, ...one }) => ({ ...one, href: href as `/${string}` }))}
            variant="quiet"
            of={`${language}, ${t(`collection.field_${field}`)}`}
          />
        )}
        {failed !== null && <p role="alert">{failed}</p>}
        {card && !isEnglish && !byParagraph && (
          <div lang={languageTag(defaultLocale)}>
            {isRich(field) ? (
              <RichTextView html={card.english.text} className={styles.rich} />
            ) : (
              <Text typed className={styles.source}>
                {card.english.text || '—'}
              </Text>
            )}
          </div>
        )}
        {card && (
          <Text tone="soft" size="fine" breaks>
            {[
              writer(localeNames[defaultLocale], card.english),
              isEnglish || card.own.text === '' ? '' : writer(language, card.own),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        )}
        {card && card.changes.length > 0 && (
          <Note tone="warn" title={t('localize.reference_changed', { language: localeNames[defaultLocale] })}>
            {!byParagraph && (
              <Text as="div" typed lang={languageTag(defaultLocale)}>
                <Pieces of={card.changes} />
              </Text>
            )}
            {draft === undefined && (
              <Button variant="quiet" onClick={acts.confirmRight} title="Alt O">
                {t('localize.desk_right')} <kbd>Alt O</kbd>
              </Button>
            )}
          </Note>
        )}
        {draft !== undefined && theirs === undefined && (
          <Button variant="quiet" onClick={discard}>
            {t('localize.desk_discard')}
          </Button>
        )}
        {card && machine && (
          <DraftPanel
            of={machine.of}
            cell={machine.cell}
            lacks={card.english.text !== '' && (card.own.text === '' || card.changes.length > 0)}
            isRich={isRich(field)}
            onTake={(taken) => {
              machine.take(taken);
              again();
            }}
          />
        )}
        {card && (
          <TextTerms
            terms={card.terms}
            english={shown(card.english.text)}
            text={shown(draft ?? machine?.drafted?.text ?? card.own.text)}
            locale={locale}
          />
        )}
        {card && isRich(field) && isEditing && (
          <LongText key={key} cell={cell} card={card} paragraphs={paragraphs} draft={draft} acts={{ ...acts, leave }} />
        )}
      </Card>
      {card && !isEnglish && !byParagraph && (
        <TextMemory memory={card.memory} locale={locale} field={field} onTake={acts.write} />
      )}
    </>
  );

  function writer(of: string, { by, at }: TextCard['own']): string {
    return at === null
      ? ''
      : t('localize.desk_by', { language: of, name: by ?? t('actor.system'), date: format.date(at) });
  }
}

interface LongTextProps {
  cell: Cell;
  card: TextCard;
  paragraphs: TextCard['paragraphs'];
  draft: string | undefined;
  acts: PanelActs;
}

/** A notice or a description: its paragraphs if their English was changed, otherwise its editor. The focus comes with it. */
function LongText({ cell, card, paragraphs, draft, acts }: LongTextProps) {
  if (paragraphs) return <TextParagraphs cell={cell} paragraphs={paragraphs} stored={card.own.text} acts={acts} />;
  return <WholeText cell={cell} text={draft ?? card.own.text} acts={acts} />;
}
