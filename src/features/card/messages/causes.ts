/** When each error is shown; `docs/errors.md` is written from it. */
export const causes = {
  'card.nothing': 'A card is asked for a text that is no code, and no learner has this ID (404)',
  'card.failed': 'Heading of the reason why a code was not changed from its card',
  'card.wait': 'Too many unknown codes were looked up within the period',
};
