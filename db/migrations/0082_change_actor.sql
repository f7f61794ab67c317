-- kernel: who made a change, as the audit trail names them, so that open screens can say it; null is the product itself
alter table change add column actor text;
