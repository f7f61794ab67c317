import { useEffect, useRef, useState } from 'react';
import { notify } from '#client/dialogs.ts';
import { showOwnAct } from '#client/live/refresh.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { Select } from '#ui/kit/input.tsx';
import { Grid, Inline, Stack } from '#ui/kit/layout.tsx';
import { Progress } from '#ui/kit/progress.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { WordRow } from '../list/word-rows.rules.ts';
import { readableWord } from '../words/word.rules.ts';
import { matchAudio } from './audio-names.rules.ts';
import type { AudioUploads } from './use-audio-uploads.ts';

/** A file, the sentence it is for, and why its name does not say, in the person's language. */
interface Entry {
  file: File;
  sentIdx: number | null;
  problem: string;
  isSaved: boolean;
}

interface AudioPanelProps {
  bid: string;
  rows: readonly WordRow[];
  files: readonly File[];
  uploads: AudioUploads;
  /** Sends what matches as soon as it is shown, and closes if that is everything. */
  isAtOnce?: boolean;
  onClose: () => void;
}

// A person waits for all of them; more at a time would only slow each other down.
const lanes = 3;

/** MP3 files for many rows: which file is for which, what did not match, then their uploads. */
export function AudioPanel({ bid, rows, files, uploads, isAtOnce = false, onClose }: AudioPanelProps) {
  const t = useT<BookWords>();
  const { text } = useInterface();
  const [entries, setEntries] = useState(() => entriesOf(files, bid, rows, text));
  const [isSending, setSending] = useState(false);
  const change = (file: File, changes: Partial<Entry>) =>
    setEntries((now) => now.map((one) => (one.file === file ? { ...one, ...changes } : one)));
  const sentenceOf = ({ sentIdx }: Entry) => rows.find(({ sentence }) => sentence?.sent_idx === sentIdx)?.sentence;
  const matched = entries.filter((entry) => sentenceOf(entry));
  const waiting = matched.filter(({ isSaved }) => !isSaved);

  // Also those whose saving the screen does not show yet.
  const acts = useRef<number[]>([]);
  const saved = entries.filter(({ isSaved }) => isSaved).length;
  const send = async (entry: Entry): Promise<boolean> => {
    const sentence = sentenceOf(entry);
    const done = sentence ? await uploads.send(sentence, entry.file) : null;
    if (!done) return false;
    change(entry.file, { isSaved: true });
    if (done.act_idx !== undefined) acts.current.push(done.act_idx);
    return true;
  };
  const sendAll = async () => {
    let sent = 0;
    setSending(true);
    await inLanes(waiting, lanes, async (entry) => {
      if (await send(entry)) sent += 1;
    });
    setSending(false);
    if (isAtOnce && saved + sent === entries.length) close(saved + sent);
  };
  const close = (count = saved) => {
    onClose();
    if (count === 0) return;
    void notify({
      message: t('book.audio_saved_count', { count }),
      undo: acts.current,
      undone: () => showOwnAct({ kind: 'book', id: bid }),
    });
  };
  useEffect(() => {
    if (isAtOnce) void sendAll();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
  return (
    <Stack as="section" tight ground="accent" pad={12} below={12} aria-label={t('book.audio_add')}>
      <p role="status">
        {t('book.audio_counts', { matched: matched.length, left: entries.length - matched.length, saved })}
      </p>
      <Frame as="ul" most={360}>
        {entries.map((entry) => (
          <Grid
            as="li"
            key={`${entry.file.name} ${entry.file.lastModified} ${entry.file.size}`}
            columns="minmax(0, 1fr) minmax(0, 1.6fr) minmax(0, 1.2fr)"
            onPhone="minmax(0, 1fr)"
            middle
            gap="4px 12px"
            pad="6px 0"
          >
            <Text as="code" mono size="small" breaks>
              {entry.file.name}
            </Text>
            {entry.isSaved ? (
              <Text as="span" tone="done">
                {t('book.audio_saved')}
              </Text>
            ) : (
              <RowChoice
                rows={rows}
                entry={entry}
                isDisabled={isSending}
                onChoose={(sentIdx) => change(entry.file, { sentIdx })}
              />
            )}
            <EntryState entry={entry} uploads={uploads} onRetry={() => void send(entry)} />
          </Grid>
        ))}
      </Frame>
      <Text tone="soft" size="small">
        {t('book.audio_names')}
      </Text>
      <Inline whole tight>
        {waiting.length > 0 && (
          <Button variant="primary" disabled={isSending} onClick={() => void sendAll()}>
            {t('book.audio_send', { count: waiting.length })}
          </Button>
        )}
        <Button variant="plain" disabled={isSending} onClick={() => close()}>
          {t('common.close')}
        </Button>
      </Inline>
    </Stack>
  );
}

/** The row a file is for; any other can be chosen. */
function RowChoice({ rows, entry, isDisabled, onChoose }: RowChoiceProps) {
  const t = useT<BookWords>();
  return (
    <Select
      aria-label={`${t('book.audio_place')}: ${entry.file.name}`}
      value={entry.sentIdx ?? ''}
      disabled={isDisabled}
      onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : Number(value))}
      options={[
        { value: '', label: t('book.audio_place') },
        ...rows.flatMap(({ word, sentence }, index) =>
          sentence
            ? {
                value: String(sentence.sent_idx),
                label: `${index + 1} · ${readableWord(word.word)} · ${sentence.sentence}${
                  sentence.audio_path === false ? '' : ` (${t('book.audio_replaces')})`
                }`,
              }
            : [],
        ),
      ]}
    />
  );
}

interface RowChoiceProps {
  rows: readonly WordRow[];
  entry: Entry;
  isDisabled: boolean;
  onChoose: (sentIdx: number | null) => void;
}

function EntryState({ entry, uploads, onRetry }: { entry: Entry; uploads: AudioUploads; onRetry: () => void }) {
  const t = useT<BookWords>();
  const upload = entry.sentIdx === null ? undefined : uploads.of(entry.sentIdx);
  if (entry.isSaved) return null;
  if (entry.sentIdx === null)
    return (
      <Text as="small" tone="problem">
        {entry.problem}
      </Text>
    );
  if (upload?.step === 'sending') {
    return <Progress value={upload.share} label={`${t('book.sentence_uploading')}: ${entry.file.name}`} />;
  }
  if (upload?.step !== 'failed' || upload.file !== entry.file) return null;
  return (
    <Text role="alert" as="small" tone="problem">
      {upload.message}{' '}
      <Button variant="link" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </Text>
  );
}

function entriesOf(
  files: readonly File[],
  bid: string,
  rows: readonly WordRow[],
  text: (key: string, values?: Record<string, number | string>) => string,
): Entry[] {
  const [mp3s, others] = [true, false].map((is) => files.filter(({ name }) => /\.mp3$/i.test(name) === is));
  const names = (mp3s ?? []).map(({ name }) => name);
  const matches = matchAudio(names, bid, rows);
  const entries = (mp3s ?? []).map((file, index): Entry => {
    const match = matches[index];
    const sentence = match && 'row' in match ? rows[match.row]?.sentence : null;
    const problem = match && 'key' in match ? text(match.key, match.values) : '';
    return { file, sentIdx: sentence?.sent_idx ?? null, problem, isSaved: false };
  });
  const left = (others ?? []).map((file): Entry => {
    return { file, sentIdx: null, problem: text('book.sentence_bad_audio'), isSaved: false };
  });
  // What did not match first: it is what the person has to do something about.
  return [...entries, ...left].toSorted((a, b) => Number(a.sentIdx !== null) - Number(b.sentIdx !== null));
}
