-- kernel: a form that was closed is remembered for a while, so that what it sent before and arrives after does not open it again
alter table editing add column closed boolean not null default false;
