-- approval: what an assistant proposes may be thousands of changes, which a person sees page by page
alter table approval add column pages jsonb;
comment on column approval.pages is $$Of a proposal that waits or was sent back: the pages of changes after the first, which "plan" has. Each is a list as "changes" of "plan" is.$$;
