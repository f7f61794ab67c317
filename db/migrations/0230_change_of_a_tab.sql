-- kernel: a change names the browser tab it was made in, so that only this tab is not told of it
alter table change add column tab text;
comment on column change.tab is $$The tab of a browser it was made in; null for programs and for the product itself.$$;
