import { dictionary } from '@zxcvbn-ts/language-common';

// Those that a new password must not be; shorter ones are refused for their length.
const common = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()));

/** Whether a password is none of the 50,000 that people most often choose, in whatever case. */
export const isUncommon = (password: string): boolean => !common.has(password.trim().toLowerCase());
