-- apikey: keys of the scope staff, which call for the person who created them
alter table api_key drop constraint api_key__scope_check;
alter table api_key add constraint api_key__scope_check
  check (scope in ('read', 'redeem', 'vend', 'assistant', 'staff'));
alter table api_key add constraint api_key__staff_check check (scope <> 'staff' or created_by is not null);

alter table audit add column key_name text;
comment on column audit.key_name is $$The API key with which a program called for the actor.$$;
