-- feature: portal
-- portal: previews of what readers get once a plan is applied
alter table preview_link add column plan integer constraint preview_link__plan_fkey references approval on delete cascade;
comment on column preview_link.plan is $$The plan that it is shown with, while that waits for another person.$$;
