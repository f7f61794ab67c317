import { ApiError } from '#client/api.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { useT } from '#ui/interface.tsx';
import type { ListSelection } from '#ui/table/use-list-selection.ts';

const refusal = 'book.some_not_found';

/** Whether an act was refused because selected books were deleted meanwhile. */
export const isOverGone = (error: unknown): error is ApiError => error instanceof ApiError && error.code === refusal;

/**
 * Runs acts on selected books. If one is refused because some were deleted meanwhile, those are unselected, and the
 * refusal says so: the act can be repeated with the others.
 */
export function useOverExisting({ set }: Pick<ListSelection, 'set'>): <T>(act: () => Promise<T>) => Promise<T> {
  const t = useT<BookWords>();
  return async (act) => {
    try {
      return await act();
    } catch (error) {
      if (!isOverGone(error)) throw error;
      const { bids } = error.details;
      if (!Array.isArray(bids)) throw error;
      set(bids.map(String), false);
      const message = `${error.message} ${t('book.gone_unselected')}`;
      throw new ApiError(error.status, { code: refusal, message });
    }
  };
}
