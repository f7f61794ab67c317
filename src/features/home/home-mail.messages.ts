import type { MessagePart } from '#kernel/messages/messages.ts';

/** Messages of what the start page mails; part of its messages. */
export const homeMailWords = {
  en: {
    'home.mail_problems': 'Problems on Home',
    'home.mail_warnings': 'Warnings on Home',
    'home.mail_own': 'Mentions and comments handed to you',
    'home.mail_week': 'The week in figures, on Mondays',
    'home.mail_problems_subject': '{count, plural, one {# problem needs attention} other {# problems need attention}}',
    'home.mail_warnings_subject': '{count, plural, one {# warning on Home} other {# warnings on Home}}',
    'home.mail_own_subject': '{count, plural, one {A comment is for you} other {# comments are for you}}',
    'home.mail_week_subject': 'The week in figures',
    'home.mail_week_line': '{label} ({before, number} in the week before)',
    'home.mail_open': 'Open the start page',
  },
  es: {
    'home.mail_problems': 'Problemas de la página de inicio',
    'home.mail_warnings': 'Advertencias de la página de inicio',
    'home.mail_own': 'Menciones y comentarios que se le pasan',
    'home.mail_week': 'La semana en cifras, los lunes',
    'home.mail_problems_subject':
      '{count, plural, one {# problema requiere atención} other {# problemas requieren atención}}',
    'home.mail_warnings_subject':
      '{count, plural, one {# advertencia en la página de inicio} other {# advertencias en la página de inicio}}',
    'home.mail_own_subject': '{count, plural, one {Un comentario es para usted} other {# comentarios son para usted}}',
    'home.mail_week_subject': 'La semana en cifras',
    'home.mail_week_line': '{label} ({before, number} la semana anterior)',
    'home.mail_open': 'Abrir la página de inicio',
  },
  jp: {
    'home.mail_problems': 'ホームの問題',
    'home.mail_warnings': 'ホームの警告',
    'home.mail_own': 'メンションと引き継がれたコメント',
    'home.mail_week': '毎週月曜日の週間サマリー',
    'home.mail_problems_subject': '対応が必要な問題が{count, plural, other {#}}件あります',
    'home.mail_warnings_subject': 'ホームに警告が{count, plural, other {#}}件あります',
    'home.mail_own_subject': 'あなた宛てのコメントが{count, plural, other {#}}件あります',
    'home.mail_week_subject': '今週の数字',
    'home.mail_week_line': '{label}（前週 {before, number}）',
    'home.mail_open': 'ホームを開く',
  },
  ko: {
    'home.mail_problems': '홈의 문제',
    'home.mail_warnings': '홈의 경고',
    'home.mail_own': '나를 언급하거나 맡긴 댓글',
    'home.mail_week': '월요일마다 한 주의 수치',
    'home.mail_problems_subject': '확인이 필요한 문제 {count, plural, other {#}}건',
    'home.mail_warnings_subject': '홈에 경고 {count, plural, other {#}}건',
    'home.mail_own_subject': '나에게 온 댓글 {count, plural, other {#}}건',
    'home.mail_week_subject': '한 주의 수치',
    'home.mail_week_line': '{label} (전주 {before, number})',
    'home.mail_open': '홈 열기',
  },
  tr: {
    'home.mail_problems': 'Ana sayfadaki sorunlar',
    'home.mail_warnings': 'Ana sayfadaki uyarılar',
    'home.mail_own': 'Sizden söz edilenler ve size verilen yorumlar',
    'home.mail_week': 'Pazartesileri haftanın rakamları',
    'home.mail_problems_subject':
      '{count, plural, one {# sorun ilgilenilmeyi bekliyor} other {# sorun ilgilenilmeyi bekliyor}}',
    'home.mail_warnings_subject': '{count, plural, one {Ana sayfada # uyarı var} other {Ana sayfada # uyarı var}}',
    'home.mail_own_subject': '{count, plural, one {Size bir yorum var} other {Size # yorum var}}',
    'home.mail_week_subject': 'Haftanın rakamları',
    'home.mail_week_line': '{label} (önceki hafta {before, number})',
    'home.mail_open': 'Ana sayfayı aç',
  },
} as const satisfies MessagePart<`home.${string}`>;
