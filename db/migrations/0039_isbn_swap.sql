-- book: who has which ISBN is checked when a statement ends, or a transaction says so: two books may swap theirs
alter table book
  drop constraint book__isbn_print_key,
  drop constraint book__isbn_spindle_key,
  add constraint book__isbn_print_key unique (isbn_print) deferrable initially immediate,
  add constraint book__isbn_spindle_key unique (isbn_spindle) deferrable initially immediate;
