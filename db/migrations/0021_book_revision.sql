-- book: goes up with every change of any part of a book: its fields, words, sentences, files, units. An undo compares it.
alter table book add column revision integer not null default 1;
