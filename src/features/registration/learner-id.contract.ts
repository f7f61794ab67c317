import { z } from 'zod';
import { cleanTitle } from '#kernel/text/text-forms.rules.ts';
import { fitsLearner, mostLearner } from './learner-id.rules.ts';

/** The ID of a learner, as another system has it: text of any script. */
export const LearnerId = z
  .string()
  .overwrite(cleanTitle)
  .min(1)
  .refine(fitsLearner, 'registration.learner_long')
  .regex(/^[^\p{Cc}]*$/u, 'invalid.characters')
  .meta({ maxLength: mostLearner })
  .describe('What the portal calls the learner');

/** What stands for a learner ID in addresses. */
export const learnerRef = z.string().describe('Stands for the learner ID in addresses');
