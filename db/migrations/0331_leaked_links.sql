-- code: a leak closes the links to the partner's page, which would hand out the new codes
alter table code_leak add links integer[] not null default '{}';
comment on column code_leak.links is $$The links to the partner's page that it closed; its undo opens them again.$$;
