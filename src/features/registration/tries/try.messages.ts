/** Messages for refused tries. */
export const tryWords = {
  en: {
    'registration.try_by': '{time}, by {by}{count, plural, =1 {} other {, # times that day}}',
  },
  es: {
    'registration.try_by':
      '{time}, por {by}{count, plural, =1 {} one {, # vez ese día} many {, # de veces ese día} other {, # veces ese día}}',
  },
  jp: {
    'registration.try_by': '{time}、{by}{count, plural, =1 {} other {、その日#回}}',
  },
  ko: {
    'registration.try_by': '{time}, {by}{count, plural, =1 {} other {, 그날 #번}}',
  },
  tr: {
    'registration.try_by': '{time}, {by}{count, plural, =1 {} one {, o gün # kez} other {, o gün # kez}}',
  },
} as const;
