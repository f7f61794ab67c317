import { commonPasswords } from './common-passwords.generated.ts';

/** A new password has at least so many characters, not counting blanks around it. */
export const shortestPassword = 10;

/** Not one that would only be too short without the blanks around it. */
export const isLongEnough = (password: string): boolean => password.trim().length >= shortestPassword;

const common = new Set(commonPasswords.trim().split(/\s/));

/** Whether a password of that length is none of the 50,000 that people most often choose, in whatever case. */
export const isUncommon = (password: string): boolean => !common.has(password.trim().toLowerCase());
