import { en, type BookTextKeys } from './en.ts';
export const jp: BookTextKeys = en;
