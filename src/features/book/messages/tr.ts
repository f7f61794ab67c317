import { en, type BookTextKeys } from './en.ts';
export const tr: BookTextKeys = en;
