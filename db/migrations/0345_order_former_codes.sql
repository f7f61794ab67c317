-- vending: an order passes to the code that staff issue in place of its own, too, not only to that of a leak
comment on column code_order.former is 'The codes that it had before, each of which was replaced; the last one last.';
