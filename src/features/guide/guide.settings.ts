import { textsSetting } from '#kernel/desk/settings.ts';
import { columnCount } from './guide.rules.ts';

/** The names of the columns of all timelines. */
export const guideAges = textsSetting({
  key: 'guide.ages',
  group: 'catalogue',
  initial: ['0–2', '3–4', '5–6', '7–8', '9–10', '11–12', '13–14', '15–16', '17–18', '19+'],
  count: columnCount,
  max: 20,
  label: 'guide.ages',
  help: 'guide.ages_help',
});
