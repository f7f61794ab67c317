import type { MessagePart } from '#kernel/messages/messages.ts';

/** The texts of the book settings on /settings; part of the book feature's messages. */
export const bookSettingWords = {
  en: {
    'book.import_maintenance': 'Book import maintenance',
    'book.import_maintenance_help': 'When on, the Import button in the book list only shows a maintenance message.',
  },
  es: {
    'book.import_maintenance': 'Mantenimiento de la importación de libros',
    'book.import_maintenance_help':
      'Cuando está activado, el botón Importar de la lista de libros solo muestra un aviso de mantenimiento.',
  },
  jp: {
    'book.import_maintenance': '本のインポートのメンテナンス',
    'book.import_maintenance_help': 'オンの間、本の一覧のインポートボタンはメンテナンスのお知らせだけを表示します。',
  },
  ko: {
    'book.import_maintenance': '책 가져오기 점검',
    'book.import_maintenance_help': '켜져 있으면 책 목록의 가져오기 버튼은 점검 안내만 표시합니다.',
  },
  tr: {
    'book.import_maintenance': 'Kitap içe aktarma bakımı',
    'book.import_maintenance_help': 'Açıkken kitap listesindeki İçe aktar düğmesi yalnızca bir bakım iletisi gösterir.',
  },
} as const satisfies MessagePart<`book.${string}`>;
