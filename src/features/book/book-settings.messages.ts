import type { Locale } from '#kernel/i18n/locale.ts';

/** The words of the book settings on /settings; part of the book feature's messages. */
export const bookSettingWords = {
  en: {
    'book.import_maintenance': 'Book import maintenance',
    'book.import_maintenance_help':
      'While on, the Import button of the book list only says that importing is under maintenance.',
  },
  es: {
    'book.import_maintenance': 'Mantenimiento de la importación de libros',
    'book.import_maintenance_help':
      'Mientras está activado, el botón Importar de la lista de libros solo avisa de que la importación está en mantenimiento.',
  },
  jp: {
    'book.import_maintenance': '書籍インポートのメンテナンス',
    'book.import_maintenance_help': 'オンの間、書籍一覧のインポートボタンはメンテナンス中であることだけを知らせます。',
  },
  ko: {
    'book.import_maintenance': '도서 가져오기 점검',
    'book.import_maintenance_help': '켜져 있는 동안 도서 목록의 가져오기 버튼은 점검 중이라는 안내만 표시합니다.',
  },
  tr: {
    'book.import_maintenance': 'Kitap içe aktarma bakımı',
    'book.import_maintenance_help':
      'Açıkken kitap listesindeki İçe aktar düğmesi yalnızca içe aktarmanın bakımda olduğunu bildirir.',
  },
} as const satisfies Record<Locale, Record<`book.${string}`, string>>;
