-- kernel: where a bulk act in progress is shown, other than the list that it is named after
alter table bulk_work add column href text;
