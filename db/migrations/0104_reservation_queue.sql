-- reservation: the scheduled ones are their own queue, in the order of their times
--
-- Nothing uses the table "due" any more, which held the same times again. It stays for one release: instances of the
-- release before still apply by it what they have scheduled themselves, and find what is applied already.
create index reservation__due_idx on reservation (apply_at, res_idx) where status = 'scheduled';
