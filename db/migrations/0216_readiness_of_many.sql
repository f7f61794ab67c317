-- book: what changed in many books is found fast after a change of one
-- A connection keeps the plan of its first change. A join of the two tables of the trigger, planned for one row, compares
-- each of ten thousand rows with each; "except" takes the same time whatever it was planned for.
create or replace function readiness_of_books() returns trigger language plpgsql as $$
begin
  perform renew_readiness(array(
    select bidx from (
      select bidx, level_type, lexile, cefr_level, grp_idx from changed
      except
      select bidx, level_type, lexile, cefr_level, grp_idx from replaced
    ) differing));
  return null;
end $$;
