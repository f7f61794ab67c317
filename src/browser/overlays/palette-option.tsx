import { markedIn } from '#kernel/text/marked.rules.ts';
import { Cover } from '#ui/cover.tsx';
import { Icon, isIcon } from '#ui/icon.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { hasMoved } from '../../client/resting-mouse.ts';
import type { Entry } from './palette-entries.ts';

interface EntryOptionProps {
  id: string;
  entry: Entry;
  /** What is looked for; marked in the names of records. */
  words: readonly string[];
  isChosen: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

export function EntryOption({ id, entry, words, isChosen, onPoint, onOpen }: EntryOptionProps) {
  const content = (
    <>
      {entry.record?.cover ? (
        <Cover id={entry.record.cover.bid} source={entry.record.cover.source} title={entry.label} size="row" />
      ) : (
        isIcon(entry.icon) && <Icon name={entry.icon} />
      )}
      {/* A record has its details on a line of their own. */}
      <Stack as="span" gap={0} grow>
        <Text as="span" cut strong={entry.detail !== ''}>
          {markedIn(entry.label, words).map(({ text, isMatch }, index) =>
            // oxlint-disable-next-line react/no-array-index-key -- stretches of a text have no other name
            isMatch ? <mark key={index}>{text}</mark> : text,
          )}
        </Text>{' '}
        {entry.detail !== '' && (
          <Text as="small" cut>
            {entry.detail}
          </Text>
        )}
      </Stack>{' '}
      <small>{entry.kind}</small>
    </>
  );
  const point = (event: React.MouseEvent) => hasMoved(event) && onPoint();
  const shared = { id, role: 'option', 'aria-selected': isChosen, tabIndex: -1, onMouseMove: point };
  if (entry.href === undefined)
    return (
      <Button variant="bare" {...shared} onClick={onOpen}>
        {content}
      </Button>
    );
  const follow = (event: React.MouseEvent) => {
    // Let the browser open new tabs.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <a href={entry.href} {...shared} onClick={follow}>
      {content}
    </a>
  );
}
