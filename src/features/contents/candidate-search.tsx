import { Frame } from '#ui/kit/card.tsx';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { client } from '#client/api.ts';
import type { ContentListRow } from '#features/collection/collection-reach.public.ts';
import { mostListText } from '#kernel/text/search-text.rules.ts';
import { useAct } from '#ui/form/use-act.ts';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Text } from '#ui/kit/text.tsx';
import { isDeletion } from '#ui/kit/is-deletion.ts';
import { Inline } from '#ui/kit/layout.tsx';
import { isEnterAlone } from '#ui/kit/pick-on-enter.ts';
import { MissingIds } from '#ui/table/missing-ids.tsx';
import styles from './candidate-search.module.css';
import { ContentName } from './content-row.tsx';
import type { contentsApi } from './contents.contract.ts';
import type { ContentsWords } from './contents.messages.ts';
import type { Contents } from './use-contents.ts';

const call = client<typeof contentsApi>();

// A typing pause that ends a word. Milliseconds.
const pauseMs = 400;

type Candidate = ContentListRow & { contained: boolean };

interface CandidateSearchProps {
  cid: string;
  /** What the collection contains now; a change of it marks what was added. */
  state: Contents['state'];
  onAdd: (row: ContentListRow) => void;
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** The arrow keys move between the field and the buttons of what was found. */
function moveFocus(event: KeyboardEvent<HTMLElement>, finder: HTMLElement | null): void {
  const stops = [...(finder?.querySelectorAll<HTMLElement>('input, li button') ?? [])];
  const at = stops.indexOf(event.currentTarget);
  const step = steps[event.key] ?? 0;
  const next = at === -1 || step === 0 ? undefined : stops[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Finds series, levels and books by typing, and adds them in place. What is contained says so when pressed, too. */
export function CandidateSearch({ cid, state, onAdd }: CandidateSearchProps) {
  const t = useT<ContentsWords>();
  const [{ text, isDeleted }, setTyped] = useState({ text: '', isDeleted: false });
  const finder = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent<HTMLElement>) => moveFocus(event, finder.current);
  const found = useCandidates(cid, { text: text.trim(), isDeleted }, state);
  const [entered, setEntered] = useState(false);
  // Enter adds the only match; of several, it moves to the first. It may be pressed before they are found.
  useEffect(() => {
    if (!entered || found?.text !== text.trim()) return;
    setEntered(false);
    const [first, ...others] = found.rows;
    if (first && others.length === 0) onAdd(first);
    else finder.current?.querySelector<HTMLElement>('li button')?.focus();
  });
  return (
    <Text ref={finder} as="div" below={10}>
      <Input
        type="search"
        aria-label={t('contents.add_find')}
        placeholder={t('contents.add_find')}
        value={text}
        onChange={(event) => {
          setTyped({ text: event.currentTarget.value, isDeleted: isDeletion(event) });
          setEntered(false);
        }}
        onKeyDown={(event) => {
          if (!isEnterAlone(event)) return move(event);
          event.preventDefault();
          // What is left after deleting has not been searched for yet.
          setTyped({ text, isDeleted: false });
          setEntered(text.trim() !== '');
        }}
        maxLength={mostListText}
        autoComplete="off"
      />
      <div role="status">{text.trim() !== '' && found?.rows.length === 0 && t('contents.add_none')}</div>
      {text.trim() !== '' && <MissingIds ids={found?.missing} />}
      {text.trim() !== '' && found && found.rows.length > 0 && (
        <Frame as="ul" most={340} aria-label={t('contents.add_find')}>
          {found.rows.map((row) => (
            <Inline as="li" whole tight pad="4px 0" key={`${row.content_type}:${row.content_idx}`}>
              <small className={styles.kind}>{t(`collection.kind_${row.content_type}`)}</small>
              <ContentName row={row} />
              <Button
                variant="quiet"
                aria-label={`${t(row.contained ? 'pick.contained' : 'common.add')}: ${row.title}`}
                data-done={row.contained || undefined}
                onClick={() => onAdd(row)}
                onKeyDown={move}
              >
                <Icon name={row.contained ? 'active' : 'add'} />
                {t(row.contained ? 'pick.contained' : 'common.add')}
              </Button>
            </Inline>
          ))}
        </Frame>
      )}
    </Text>
  );
}

/** The last matches, and the text they are for. */
interface Found {
  text: string;
  rows: Candidate[];
  missing?: string[] | undefined;
}

/**
 * The matches for a text, requested after a pause and when the contents change; null until the first request. Deleting
 * letters sends no request, and what was found stays on offer.
 */
function useCandidates(
  cid: string,
  { text, isDeleted }: { text: string; isDeleted: boolean },
  state: Contents['state'],
): Found | null {
  const t = useT<ContentsWords>();
  const act = useAct();
  const [found, setFound] = useState<Found | null>(null);
  const search = useRef<(signal: AbortSignal) => void>(() => undefined);
  useEffect(() => {
    search.current = (signal) =>
      act(async () => {
        const query = { search: text };
        const pending = call('GET /api/v5/collection/:cid/contents/candidate', { params: { cid }, query, signal });
        const answer = await pending.catch((error: unknown) => {
          if (!signal.aborted) throw error;
        });
        if (answer && !signal.aborted) setFound({ text, rows: answer.results, missing: answer.missing });
      }, t('contents.failed'));
  });
  const searched = useRef(state);
  useEffect(() => {
    if (text === '') return setFound(null);
    if (isDeleted && searched.current === state) return;
    searched.current = state;
    const abort = new AbortController();
    const pause = setTimeout(() => search.current(abort.signal), pauseMs);
    return () => {
      clearTimeout(pause);
      abort.abort();
    };
  }, [text, isDeleted, state]);
  return found;
}
