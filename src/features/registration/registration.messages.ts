import { defineMessages } from '#kernel/i18n/messages.ts';

export const registrationMessages = defineMessages({
  en: {
    'registration.kind': 'Registration',
  },
  es: {
    'registration.kind': 'Registro',
  },
  jp: {
    'registration.kind': '登録',
  },
  ko: {
    'registration.kind': '등록',
  },
  tr: {
    'registration.kind': 'Kayıt',
  },
});

export type RegistrationWords = typeof registrationMessages.words;
