import type { Reference } from '#kernel/records/references.ts';

/** A record that refers to another, as a link, and through which records if it does not name it. */
export function ReferenceName({ of: { label, href, through } }: { of: Reference }) {
  return (
    <>
      {href === null ? label : <a href={href}>{label}</a>}
      {through && <small>, {through}</small>}
    </>
  );
}
