/** What is typed before a learner is erased: one phrase in every language, compared exactly. */
export const confirmation = 'I understand';
