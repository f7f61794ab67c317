import { Text } from '#ui/kit/text.tsx';
import { useT } from '../interface.tsx';

/** The ids of a pasted list that no row has. */
export function MissingIds({ ids }: { ids: readonly string[] | undefined }) {
  const t = useT();
  if (ids === undefined || ids.length === 0) return null;
  return (
    <Text breaks below={12} role="status">
      {t('table.missing_ids', { count: ids.length, ids: ids.join(', ') })}
    </Text>
  );
}
