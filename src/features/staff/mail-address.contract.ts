import { z } from 'zod';
import { isMailAddress, longestAddress } from '#kernel/text/mail-address.rules.ts';

/** A mail address, or nothing. */
export const mailAddress = z
  .string()
  .trim()
  .max(longestAddress)
  .refine((text) => text === '' || isMailAddress(text), 'staff.mail_address_rule');
