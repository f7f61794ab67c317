import { en } from './en.ts';
import { es } from './es.ts';
import { jp } from './jp.ts';
import { ko } from './ko.ts';
import { tr } from './tr.ts';

/** Messages of batches. */
export const batchWords = { en, es, jp, ko, tr };
