import type { BookWords } from '../book.messages.ts';
import type { BookFieldName } from './book-fields.rules.ts';

/** The fields of a book as screens group them; together they are all fields but the bid. */
interface BookGroup {
  label: keyof BookWords & `book.group_${string}`;
  fields: readonly BookFieldName[];
}

export const bookGroups = {
  identity: { label: 'book.group_identity', fields: ['title', 'title_en', 'original_title'] },
  library: { label: 'book.group_place', fields: ['series', 'level', 'category', 'age_group'] },
  isbn: { label: 'book.group_isbn', fields: ['isbn_print', 'isbn_spindle'] },
  content: { label: 'book.group_content', fields: ['format', 'content_zip_url', 'epub_content_id', 'epub_path'] },
  level: {
    label: 'book.group_level',
    fields: ['level_type', 'lexile', 'cefr_level', 'ar_level', 'word_count', 'page_count'],
  },
  makers: {
    label: 'book.group_makers',
    fields: ['author', 'illustrator', 'publisher', 'released_date', 'edition', 'language'],
  },
  subject: { label: 'book.group_subject', fields: ['summary', 'genre', 'theme', 'keywords'] },
  media: { label: 'book.group_media', fields: ['audio', 'audio_length', 'narrator', 'video', 'video_length'] },
  rights: { label: 'book.group_rights', fields: ['rights_territory', 'rights_until', 'list_price', 'remarks'] },
} as const satisfies Record<string, BookGroup>;
