import { numberSetting } from '#kernel/desk/settings.ts';

/** How many new words a row may have before it is marked. */
export const mostNewWords = numberSetting({
  key: 'roadmap.most_new_words',
  group: 'catalogue',
  initial: 20,
  min: 0,
  max: 10_000,
  whole: true,
  label: 'roadmap.most_new_words',
  help: 'roadmap.most_new_words_help',
});
