import type { SheetField } from '#kernel/sheets/sheet-columns.rules.ts';
import { bookMessages } from '../book.messages.ts';
import { type BookFieldName, bookFields } from './book-fields.rules.ts';

/** Column names that publishers and colleagues use in their sheets, besides our names and labels. */
const others: Partial<Record<BookFieldName, string>> = {
  bid: 'book id, book no, book number, book code, id, code, 도서번호, 도서 id, 도서코드, 책 id, código, id del libro, 図書id, 書籍id, 管理番号, kitap no, kitap kodu',
  format: 'type, book type, 구분, 유형, tipo, 種別, tür, biçim',
  title:
    'book title, name, book name, 도서명, 책 제목, 서명, título del libro, nombre, 書名, 本のタイトル, kitap adı, eser adı',
  title_en:
    'title (english), english name, 영문 제목, 영문 도서명, 영문명, título inglés, 英題, 英語書名, ingilizce ad',
  series: 'series title, series name, 시리즈명, 총서, nombre de la serie, シリーズ名, 叢書, seri adı, dizi',
  level: 'series level, level name, 단계, 레벨명, nombre del nivel, レベル名, 段階, kademe, düzey',
  isbn_print:
    'isbn, isbn13, print isbn, isbn paper, paper isbn, isbn paperback, 종이책 isbn, 인쇄본 isbn, isbn impreso, isbn papel, 紙のisbn, 印刷版isbn, basılı isbn',
  isbn_spindle:
    'spindle isbn, eisbn, isbn ebook, ebook isbn, digital isbn, isbn digital, 전자책 isbn, isbn electrónico, 電子書籍isbn, 電子版isbn, e-kitap isbn, dijital isbn',
  author:
    'authors, author name, writer, written by, 지은이, 저자명, 작가, 글, autora, autores, escritor, 作者, 著作者, 著者名, yazarlar',
  illustrator:
    'illustrators, illustrated by, artist, 그림, 그린이, 일러스트, ilustradora, ilustraciones, イラスト, 画家, resimleyen',
  publisher: 'publishing house, imprint, 출판, 발행처, editorial, casa editorial, 発行元, 出版元, yayınevi, yayıncı',
  released_date:
    'released, publication date, pub date, date published, publication year, year, 출판일, 발행일, 출간연도, 출판년도, fecha de publicación, año, año de publicación, 発行日, 出版日, 刊行日, 発売日, yayın tarihi, basım yılı, yıl',
  language: 'lang, 언어코드, idioma, lengua, 言語コード',
  summary:
    'description, synopsis, abstract, blurb, 줄거리, 소개, 책 소개, 내용, sinopsis, descripción, あらすじ, 概要, 説明, tanıtım, açıklama',
  category: 'subject, categories, 분류, 주제 분류, materia, 分類, konu',
  age_group:
    'age, ages, target age, target group, reading age, 연령, 대상 연령, 연령대, edad, edades, edad recomendada, 対象年齢, 年齢, yaş, yaş aralığı, hedef yaş',
  level_type: 'level system, 레벨 종류, レベル種別, seviye türü',
  lexile: 'lexile level, lexile score, 렉사일, 렉사일 지수, レクサイル',
  cefr_level: 'cefr, mcer',
  ar_level: 'ar, atos, atos level, accelerated reader',
  word_count: 'words, number of words, 어휘 수, 낱말 수, número de palabras, palabras, 語数, kelime sayısı',
  page_count:
    'pages, number of pages, 페이지, 페이지 수, número de páginas, páginas, ページ数, 頁数, sayfa, sayfa sayısı',
  genre: 'genres, 갈래, género, ジャンル',
  theme: 'themes, topic, topics, 테마, tema, temas, テーマ, 主題',
  keywords: 'keyword, tags, 태그, 핵심어, palabras clave, etiquetas, タグ, anahtar kelimeler, etiketler',
  audio: 'has audio, 음원, 음성, con audio, 音声の有無, sesli',
  audio_length: 'audio duration, 재생 시간, duración del audio, ses süresi',
  narrator: 'reader, read by, voice, 성우, narrador, narradora, 朗読, ナレーター, seslendiren, anlatıcı',
  video: 'has video, 영상, vídeo, 動画',
  video_length: 'video duration, 영상 길이, duración del vídeo, video süresi',
  epub_content_id: 'epub id, content id',
  epub_path: 'epub file, epub url, epub 파일',
  content_zip_url: 'zip, zip url, zip file, content zip',
  original_title: 'title (original), 원서명, 원제목, título original, 原題, özgün ad, orijinal başlık',
  edition: 'printing, 판차, edición, 版, baskı',
  rights_territory: 'territory, territories, 판권 지역, territorio, territorios, 販売地域, bölge',
  rights_until:
    'rights expiry, rights end date, license end, 판권 만료일, 계약 만료일, fin de derechos, 権利期限, 契約終了日, hak bitiş tarihi',
  list_price: 'price, rrp, retail price, 가격, precio, pvp, 定価, 価格, fiyat, liste fiyatı',
  remarks:
    'remark, note, notes, comment, comments, 메모, 참고, observaciones, notas, comentarios, 備考, メモ, notlar, açıklamalar',
};

/** The fields of a book with their names in sheets: ours, the labels in each language, and others'. */
export const bookSheetFields: readonly SheetField[] = bookFields.map(({ name, required, label }) => ({
  name,
  required,
  also: [
    ...Object.values(bookMessages.catalogues).map((texts) => texts[label] ?? ''),
    ...(others[name]?.split(', ') ?? []),
  ],
}));
