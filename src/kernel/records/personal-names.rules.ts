/** What is stored about learners, under which calls and files count it. */
export const personalNames = [
  'registrations',
  'tries',
  'trail',
  'memos',
  'comments',
  'approvals',
  'webhooks',
  'mails',
  'answers',
  'work',
  'views',
] as const;
export type PersonalName = (typeof personalNames)[number];

/** How many rows of each kind; kinds without any are missing. */
export type PersonalCounts = Partial<Record<PersonalName, number>>;
