import { en, type BookTextKeys } from './en.ts';
export const ko: BookTextKeys = en;
