import { bookTable, referenceColumns } from '#features/book/book-fields.public.ts';
import { restoreBook } from '#features/book/book-record.public.ts';
import { bookHref, bookReferences } from '#features/book/book-references.public.ts';
import { contentBack } from '#features/content/content.public.ts';
import { imagesBack } from '#features/image/image.public.ts';
import { sentencesBack } from '#features/word/sentence-rows.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { labelsOf, namesOf } from '#kernel/records/record-fields.rules.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { findBooks } from './book.palette.ts';
import { bookLosses } from './book-losses.read.ts';
import { bookExistence, booksReturn } from './change/book-return.service.ts';
import { publishedBack } from './publish/publish-undo.service.ts';
import { rowsBack } from './rows/undo-rows.service.ts';

// Acts on a book and on many have the same names.
const actions = {
  images_changed: 'book.did_images_changed',
  sentences_imported: 'book.sentences_imported',
  audio_changed: 'book.audio_imported',
};

const labels: Readonly<Record<string, string>> = labelsOf(bookTable);

export const bookRecord = (kernel: Kernel): RecordDeclaration => ({
  kind: 'book',
  label: 'book.kind',
  href: bookHref,
  titles: { table: 'book', key: 'bid', text: true },
  find: findBooks(kernel.storage),
  acts: [
    { key: 'book.create', icon: 'add', href: '/book/create' },
    { key: 'book.act_publish', icon: 'publish', href: '/book?status=unpublished' },
  ],
  references: bookReferences,
  losses: bookLosses,
  existence: bookExistence(kernel),
  undo: {
    published: publishedBack,
    unpublished: publishedBack,
    cover_changed: imagesBack(kernel.storage),
    previews_added: imagesBack(kernel.storage),
    previews_ordered: imagesBack(kernel.storage),
    image_deleted: imagesBack(kernel.storage),
    uploaded: contentBack(kernel),
    content_removed: contentBack(kernel),
  },
  actions: {
    ...actions,
    cover_changed: 'book.did_cover_changed',
    previews_added: 'book.did_previews_added',
    previews_ordered: 'book.did_previews_ordered',
    image_deleted: 'book.did_image_deleted',
    images_changed: 'book.did_images_changed',
    image_kept: 'book.did_image_kept',
    uploaded: 'book.did_content_uploaded',
    content_removed: 'book.did_content_removed',
    content_stored: 'book.did_content_stored',
    epub_checked: 'book.did_epub_checked',
    epub_check_requested: 'book.did_epub_check_requested',
  },
  restore: { fields: namesOf(bookTable).filter((name) => name !== 'bid'), write: restoreBook },
  values: {
    cover: { '*': 'audit.value_image' },
    preview: { '*': 'audit.value_image' },
    // Uploaded files; addresses that staff typed in are shown.
    epub_path: { 'contents/*': 'audit.value_file' },
    content_zip_url: { 'contents/*': 'audit.value_file' },
    epub_check: {
      passed: 'book.epub.passed',
      warnings: 'book.epub.warnings',
      failed: 'book.epub.failed',
    },
  },
  fields: {
    ...labels,
    // As sets of changes name them.
    ...Object.fromEntries(Object.entries(referenceColumns).map(([name, column]) => [column, labels[name] ?? name])),
    published: 'book.field_published',
    cover: 'book.cover',
    preview: 'book.previews',
    units: 'book.unit_row',
    epub_check: 'book.field_epub_check',
    file_name: 'book.content_file',
    size: 'book.content_size',
    epub: 'book.content_epub',
    zip: 'book.content_zip',
    words: 'book.words_added',
    sentences: 'book.sentences_added',
    audio: 'book.sentence_audio',
  },
});

/** What was done to many books at once. */
export const bookActRecord = (kernel: Kernel): RecordDeclaration => ({
  kind: 'book_act',
  label: 'book.kind_act',
  actions,
  fields: { cover: 'book.cover', preview: 'book.previews' },
  undo: {
    published: publishedBack,
    unpublished: publishedBack,
    imported: rowsBack(kernel),
    updated: rowsBack(kernel),
    deleted: booksReturn(kernel),
    sentences_imported: sentencesBack,
  },
});
