import { readIdsOf } from '#kernel/text/search-text.rules.ts';

/** The form of a customer's ID, which is the code of the coupon generator. */
export const customerIdForm = /^[A-Z0-9_-]{3,12}$/;

/** The kind under which other features register references to customers. */
export const customerKind = 'customer';

/** The kind for references to a customer's ID, which keep it from changing. Their key is cust_idx too. */
export const customerIdKind = 'customer_id';

/** The page of a customer. */
export const customerHref = (cust_idx: number | string): string => `/customer/${cust_idx}`;

/** Its codes, where a customer opens from the list and the finder. */
export const customerCodesHref = (cust_idx: number | string): string => `/customer/code/${cust_idx}`;

/** Reads a pasted list of customer IDs. */
export const readCustomerIds = (text: string): string[] | null =>
  readIdsOf(text, (part) => customerIdForm.test(part.toUpperCase()));
