import { client } from '#client/api.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import type { bookApi } from '../book.contract.ts';
import type { BookWords } from '../book.messages.ts';
import type { Suggestion } from './age-group-suggestion.read.ts';
import { AudioGap } from './audio-gap.tsx';
import { type GapProps, GapRow } from './gap-row.tsx';
import { ImageGap } from './image-gap.tsx';

const call = client<typeof bookApi>();

/** A gap and its mend: a control where one does it all, a suggestion, or the way to its screen. */
export function Gap(props: GapProps) {
  const { book, line, onMended } = props;
  const { key, link, suggestion } = line;
  if (key === 'cover') return <ImageGap {...props} kind="cover" />;
  if (key === 'previews') return <ImageGap {...props} kind="preview" />;
  if (key === 'audio') return <AudioGap {...props} />;
  return (
    <li>
      <GapRow line={line}>
        {link && (
          <a className={suggestion ? button.quiet : button.small} href={link.href}>
            {link.label}
          </a>
        )}
        {suggestion && <Suggested book={book} suggestion={suggestion} onMended={onMended} />}
      </GapRow>
    </li>
  );
}

interface SuggestedProps extends Pick<GapProps, 'book' | 'onMended'> {
  suggestion: Suggestion;
}

function Suggested({ book: { bid, version }, suggestion: { label, body }, onMended }: SuggestedProps) {
  const t = useT<BookWords>();
  const act = useAct();
  const set = async () => {
    await call('PUT /api/v1/book/:bid', { params: { bid }, body: { ...body, version } });
    await onMended(t('BOOK-30'));
  };
  return (
    <button type="button" className={button.smallPrimary} onClick={() => act(set, t('book.edit_failed'))}>
      {label}
    </button>
  );
}
