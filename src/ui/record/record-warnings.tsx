import type { RecordWarning } from '#kernel/records/record-parts.ts';
import { ButtonLink } from '../kit/button.tsx';
import { Note } from '../kit/note.tsx';

/** What staff should know about a record before anything else, each with where it is dealt with. */
export const RecordWarnings = ({ of }: { of: readonly RecordWarning[] }) => (
  <>
    {of.map(({ title, line, href, act }) => (
      <Note key={`${href} ${title}`} tone="warn">
        <p>
          <b>{title}</b> {line}
        </p>
        <ButtonLink href={href} aria-label={`${act}: ${title}`}>
          {act}
        </ButtonLink>
      </Note>
    ))}
  </>
);
