/** Messages of the report of all books. */
export const allBooksWords = {
  en: {
    'report.all_books': 'All books',
    'report.book_search': 'Book ID, title, author or ISBN',
    'report.no_books': 'No books yet.',
    'report.of_book_collections': 'Collections',
    'report.of_book_roadmaps': 'Roadmaps',
    'report.of_book_registrations': 'Registrations',
  },
  es: {
    'report.all_books': 'Todos los libros',
    'report.book_search': 'ID del libro, título, autor o ISBN',
    'report.no_books': 'Aún no hay libros.',
    'report.of_book_collections': 'Colecciones',
    'report.of_book_roadmaps': 'Itinerarios',
    'report.of_book_registrations': 'Registros',
  },
  jp: {
    'report.all_books': 'すべての本',
    'report.book_search': '本のID、タイトル、著者、ISBN',
    'report.no_books': '本はまだありません。',
    'report.of_book_collections': 'コレクション',
    'report.of_book_roadmaps': 'ロードマップ',
    'report.of_book_registrations': '登録',
  },
  ko: {
    'report.all_books': '모든 책',
    'report.book_search': '책 ID, 제목, 저자, ISBN',
    'report.no_books': '아직 책이 없습니다.',
    'report.of_book_collections': '컬렉션',
    'report.of_book_roadmaps': '로드맵',
    'report.of_book_registrations': '등록',
  },
  tr: {
    'report.all_books': 'Tüm kitaplar',
    'report.book_search': 'Kitap kimliği, başlık, yazar veya ISBN',
    'report.no_books': 'Henüz kitap yok.',
    'report.of_book_collections': 'Koleksiyonlar',
    'report.of_book_roadmaps': 'Yol haritaları',
    'report.of_book_registrations': 'Kayıtlar',
  },
};
