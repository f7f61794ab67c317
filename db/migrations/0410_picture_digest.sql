-- feature: image
-- What says that two covers are one picture: the SHA-256 of the stored file, in hexadecimal; empty if the file is gone. Images
-- that were stored before have none yet: those of covers are read in the background.
alter table book_image add digest text;
alter table left_image add digest text;

create index book_image__digest_idx on book_image (digest, bidx) where kind = 'cover' and digest is not null;
create index book_image__no_digest_idx on book_image (img_idx) where kind = 'cover' and digest is null;
