-- portal: previews of what readers get once a release is applied
alter table preview_link add column release integer constraint preview_link__release_fkey references release on delete cascade;
