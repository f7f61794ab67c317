import { agegroup } from '#features/agegroup/agegroup.feature.ts';
import { apikey } from '#features/apikey/apikey.feature.ts';
import { approval } from '#features/approval/approval.feature.ts';
import { assistant } from '#features/assistant/assistant.feature.ts';
import { audit } from '#features/audit/audit.feature.ts';
import { batch } from '#features/batch/batch.feature.ts';
import { book } from '#features/book/book.feature.ts';
import { calendar } from '#features/calendar/calendar.feature.ts';
import { card } from '#features/card/card.feature.ts';
import { category } from '#features/category/category.feature.ts';
import { code } from '#features/code/code.feature.ts';
import { collection } from '#features/collection/collection.feature.ts';
import { content } from '#features/content/content.feature.ts';
import { contents } from '#features/contents/contents.feature.ts';
import { customer } from '#features/customer/customer.feature.ts';
import { delivery } from '#features/delivery/delivery.feature.ts';
import { doctor } from '#features/doctor/doctor.feature.ts';
import { draft } from '#features/draft/draft.feature.ts';
import { event } from '#features/event/event.feature.ts';
import { fault } from '#features/fault/fault.feature.ts';
import { guide } from '#features/guide/guide.feature.ts';
import { handbook } from '#features/handbook/handbook.feature.ts';
import { handover } from '#features/handover/handover.feature.ts';
import { home } from '#features/home/home.feature.ts';
import { image } from '#features/image/image.feature.ts';
import { bookImport } from '#features/import/import.feature.ts';
import { leak } from '#features/leak/leak.feature.ts';
import { learner } from '#features/learner/learner.feature.ts';
import { library } from '#features/library/library.feature.ts';
import { localize } from '#features/localize/localize.feature.ts';
import { mail } from '#features/mail/mail.feature.ts';
import { mailing } from '#features/mailing/mailing.feature.ts';
import { onix } from '#features/onix/onix.feature.ts';
import { portal } from '#features/portal/portal.feature.ts';
import { prices } from '#features/prices/prices.feature.ts';
import { proof } from '#features/proof/proof.feature.ts';
import { readiness } from '#features/readiness/readiness.feature.ts';
import { registration } from '#features/registration/registration.feature.ts';
import { release } from '#features/release/release.feature.ts';
import { report } from '#features/report/report.feature.ts';
import { reservation } from '#features/reservation/reservation.feature.ts';
import { roadmap } from '#features/roadmap/roadmap.feature.ts';
import { sample } from '#features/sample/sample.feature.ts';
import { series } from '#features/series/series.feature.ts';
import { settings } from '#features/settings/settings.feature.ts';
import { spreadsheet } from '#features/spreadsheet/spreadsheet.feature.ts';
import { staff } from '#features/staff/staff.feature.ts';
import { statement } from '#features/statement/statement.feature.ts';
import { term } from '#features/term/term.feature.ts';
import { texts } from '#features/texts/texts.feature.ts';
import { thread } from '#features/thread/thread.feature.ts';
import { unit } from '#features/unit/unit.feature.ts';
import { vending } from '#features/vending/vending.feature.ts';
import { version } from '#features/version/version.feature.ts';
import { webhook } from '#features/webhook/webhook.feature.ts';
import { wizard } from '#features/wizard/wizard.feature.ts';
import { word } from '#features/word/word.feature.ts';

import type { Feature } from '#kernel/mount/feature.ts';

/** The product's features in dependency order: each may call those above it. */
export const features: readonly Feature[] = [
  staff,
  handover,
  audit,
  proof,
  settings,
  doctor,
  mail,
  approval,
  agegroup,
  category,
  series,
  spreadsheet,
  book,
  image,
  content,
  unit,
  word,
  readiness,
  library,
  customer,
  collection,
  contents,
  draft,
  localize,
  term,
  version,
  roadmap,
  code,
  vending,
  delivery,
  batch,
  apikey,
  statement,
  event,
  registration,
  learner,
  card,
  leak,
  report,
  mailing,
  guide,
  reservation,
  release,
  prices,
  calendar,
  portal,
  handbook,
  webhook,
  bookImport,
  wizard,
  onix,
  texts,
  sample,
  thread,
  fault,
  assistant,
  home,
];
