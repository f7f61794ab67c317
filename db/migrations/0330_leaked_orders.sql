-- vending: an order whose code leaked has the code that was issued in its place
alter table code_order add former text[] not null default '{}';
comment on column code_order.former is $$The codes that it had before, each of which leaked and was replaced; the last one last.$$;
