interface Change {
  kind: string;
  title: string | null;
  action: string;
  fields: readonly { field: string }[];
  more: number;
  reason: string | null;
}

// More do not fit beside each other.
const mostColumns = 3;

/** What can stand in one table; empty for what stands alone. */
const shapeOf = ({ kind, title, action, fields, more, reason }: Change): string =>
  title === null || more > 0 || reason !== null || fields.length === 0 || fields.length > mostColumns
    ? ''
    : JSON.stringify([kind, action, fields.map(({ field }) => field)]);

/** Changes in their order, those together that follow each other and change the same fields of records of one kind. */
export function alikeIn<C extends Change>(changes: readonly C[]): C[][] {
  const groups: C[][] = [];
  let shape = '';
  for (const change of changes) {
    const own = shapeOf(change);
    const last = groups.at(-1);
    if (last && own !== '' && own === shape) last.push(change);
    else groups.push([change]);
    shape = own;
  }
  return groups;
}
