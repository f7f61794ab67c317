import { sql } from 'kysely';
import type { FaultKind } from '#kernel/desk/faults.ts';
import { settingEntity, settingValue } from '#kernel/desk/settings.ts';
import { mostNewWords } from './new-words/new-words.settings.ts';
import { roadmapKind } from './roadmap.service.ts';

const most = sql`${settingValue(mostNewWords)}::integer`;

/** A roadmap with a row of more new words than rows may have: those that its editor marks. */
export const roadmapSteep: FaultKind = {
  fault: 'roadmap_steep',
  group: 'series',
  name: 'fault.roadmap_steep',
  says: 'fault.roadmap_steep_says',
  entity: roadmapKind,
  follows: [roadmapKind, 'age_group', 'book', 'word', settingEntity],
  find: sql`
    with met as (
      select r.grp_idx, min(r.row_no) as row_no from roadmap_book r join word w using (bidx) group by r.grp_idx, lower(w.word)
    ), steep as (
      select grp_idx, row_no, count(*) as words from met group by grp_idx, row_no having ${most} > 0 and count(*) > ${most}
    )
    select s.grp_idx as place, s.grp_idx::text as id, g.title, jsonb_object_agg(s.row_no, s.words::text) as about,
      string_agg((s.row_no + 1) || ': ' || s.words, ' · ' order by s.row_no) as line
    from steep s join age_group g using (grp_idx) group by s.grp_idx, g.title`,
};
