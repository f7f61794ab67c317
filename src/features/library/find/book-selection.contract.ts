import { z } from 'zod';
import { sortField } from '#kernel/db/list-page.ts';
import { listQueries } from '#kernel/mount/list.ts';
import { selectionOf } from '#kernel/records/selection.ts';
import { bookFilter } from './book-filter.contract.ts';
import { readOrder } from './book-order.read.ts';

/** The filters and the order in the URL of the list. */
export const BookFilterQuery = bookFilter.address.extend({
  sort: sortField(readOrder),
});
/** Bids separated by spaces, as in a URL. */
const someBids = z.string().transform((bids) => bids.split(' ').filter((bid) => bid !== ''));

/** The filters and the order of the list, with some of its books named: only those, or all but those. */
export const SelectedBooksQuery = bookFilter.query.extend({
  sort: sortField(readOrder),
  bids: someBids.optional(),
  except: someBids.default([]),
});

export const bookQueries = listQueries(bookFilter, readOrder);

/** The books of a list, with a few exceptions. */
export const BookSelection = selectionOf(z.string().max(64), bookFilter.body);

/** For a body that names that many books one by one. */
export const selectionLimits = { bodyLimit: 1 << 20, bodyValues: 12_000 };
