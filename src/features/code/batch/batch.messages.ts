import { en } from './messages/en.ts';
import { es } from './messages/es.ts';
import { jp } from './messages/jp.ts';
import { ko } from './messages/ko.ts';
import { tr } from './messages/tr.ts';

/** Messages of batches. */
export const batchWords = { en, es, jp, ko, tr };
