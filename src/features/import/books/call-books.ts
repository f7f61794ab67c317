import { client } from '#client/api.ts';
import type { importBooksApi } from './import-books.contract.ts';

export const callBooks = client<typeof importBooksApi>();
