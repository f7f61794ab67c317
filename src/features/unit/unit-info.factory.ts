import type { UnitRow } from './unit-info.rules.ts';

/** A valid unit, for tests. */
export function unitRow(n: number, over: Partial<UnitRow> = {}): UnitRow {
  return {
    unit_title: `Unit ${n}`,
    subunit_title: `Hello ${n}`,
    subunit_id: `U${n}`,
    start_page: n * 4,
    game_content_id: `G${n}`,
    speakup_content_id: `S${n}`,
    laura_content_id: `L${n}`,
    laura_content_type: 'video',
    ...over,
  };
}
