-- book: when books were added and published, for the figures of the start page
create index book__created_idx on book (created_at);
create index book__published_at_idx on book (published_at) where published_at is not null;
