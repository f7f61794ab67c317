/** What a person does: a field is named by its label or its name, what is pressed by what it says. */
export type Step =
  | { fill: string; with: string }
  | { choose: string; file: string }
  | { press: string }
  /** Copies a text from a field and pastes it while this cell has the focus. */
  | { pasteAt: string; text: string }
  /** Presses beside what is open, which closes it. */
  | { leave: 'outside' }
  /** Ticks a box. */
  | { tick: string }
  | { see: string };

interface MainTask {
  /** Its feature, by name. */
  of: string;
  at: string;
  steps: readonly Step[];
}

const fill = (field: string, text: string): Step => ({ fill: field, with: text });
const press = (name: string): Step => ({ press: name });
const see = (text: string): Step => ({ see: text });

/** A collection is chosen by typing. */
const chooseCollection = [fill('Collection', 'Stories'), press('Stories of the sea')];

const added = (title: string): Step[] => [fill('Title', title), press('Add'), see(title)];

/** Files by their paths, and a code that has not been redeemed. */
interface Materials {
  code: string;
  sheet: string;
  cover: string;
  content: string;
}

/**
 * The main task of each feature, in the library of `npm run look`: the person logs in first. Nothing here is bound to
 * one browser.
 */
export const mainTasks = ({ code, sheet, cover, content }: Materials): readonly MainTask[] => [
  {
    of: 'staff',
    at: '/login',
    steps: [fill('ID', 'ada'), fill('Password', 'correct horse battery'), press('Log in'), see('New in the library')],
  },
  { of: 'approval', at: '/approval/second-person', steps: [see('Nothing waits.')] },
  {
    of: 'draft',
    at: '/draft',
    steps: [see('Nothing is live before a person takes it and saves.')],
  },
  { of: 'handover', at: '/staff/handover/1', steps: [see('The account is still enabled.')] },
  {
    of: 'thread',
    at: '/thread/of/book/B4',
    steps: [fill('New comment', 'Which cover?'), press('Comment'), see('Which cover?')],
  },
  { of: 'fault', at: '/workbench/blank_ends', steps: [press('Dismissed'), see('Nothing was dismissed.')] },
  { of: 'home', at: '/', steps: [press('Find a book'), fill('Search screens', 'B8'), see('B8'), { leave: 'outside' }] },
  { of: 'agegroup', at: '/agegroup/create', steps: added('Ages 9 to 12') },
  { of: 'category', at: '/category/create', steps: added('Atlases') },
  { of: 'series', at: '/series/create', steps: added('Rivers') },
  { of: 'book', at: '/book/update/B4', steps: [fill('Genre', 'Fable'), press('Save'), see('Book updated.')] },
  { of: 'image', at: '/book/B10/images', steps: [{ choose: 'Choose cover', file: cover }, see('Replace cover')] },
  {
    of: 'content',
    at: '/book/B10/content',
    steps: [{ choose: 'Choose content zip', file: content }, see('content.zip')],
  },
  {
    of: 'unit',
    at: '/book/B4/units',
    steps: [fill('laura_content_type, row 1', 'talk'), see('7 cells need to be corrected')],
  },
  {
    of: 'word',
    at: '/book/B1/words',
    steps: [
      { pasteAt: 'lantern', text: 'river\tThe river is wide.' },
      press('Add 1 sentence'),
      see('The river is wide.'),
    ],
  },
  { of: 'readiness', at: '/book/publish/B9', steps: [see('6 things are missing')] },
  {
    of: 'library',
    at: '/book',
    steps: [fill('search_val', 'Sea 102'), see('1 row')],
  },
  { of: 'import', at: '/book/import', steps: [{ choose: 'Choose sheet', file: sheet }, see('walk.csv')] },
  { of: 'wizard', at: '/book/import/1', steps: [press('Rejected 1'), see('B8002')] },
  { of: 'onix', at: '/book', steps: [press('ONIX'), see('Library')] },
  {
    of: 'customer',
    at: '/customer/create',
    steps: [fill('Customer ID', 'WALK-1'), fill('Name', 'Walk Books'), press('Add'), see('Walk Books')],
  },
  {
    of: 'collection',
    at: '/collection/create',
    steps: [fill('Collection ID', 'walk'), fill('Title', 'Walks'), press('Save'), see('Manage contents')],
  },
  {
    of: 'contents',
    at: '/book/B5',
    steps: [press('Add to collection'), ...chooseCollection, press('Add'), see('1 item added to')],
  },
  {
    of: 'localize',
    at: '/collection/SEA-1/localize/tr',
    steps: [
      fill('Title', 'Deniz'),
      fill('Summary', 'Deniz'),
      press('Save'),
      fill('Type', 'I understand'),
      press('Save texts'),
      see('The texts in Türkçe are saved.'),
    ],
  },
  { of: 'version', at: '/collection/SEA-1/versions', steps: [press('Compare: Version 2'), see('No → Yes')] },
  {
    of: 'roadmap',
    at: '/roadmap/2',
    steps: [press('Move A Window on the Sea 102'), press('New row'), see('Row 1')],
  },
  {
    of: 'batch',
    at: '/code/batch/create?cust_idx=1',
    steps: [
      // The collection is that of the last batch.
      fill('Title', 'Walk term'),
      fill('Quantity', '5'),
      fill('Price per code', '1'),
      press('Issue'),
      see('Walk term'),
    ],
  },
  { of: 'code', at: '/code', steps: [fill('code', code), see('1 row')] },
  {
    of: 'delivery',
    at: '/code/batch/link/1',
    steps: [fill('expires_at', 'Dec 24, 2035'), press('Create link'), see('Copy')],
  },
  {
    of: 'leak',
    at: '/code/leak?cg_idx=1',
    steps: [fill('Memo', 'On the web'), see('are frozen')],
  },
  { of: 'statement', at: '/customer/code/1', steps: [press('Autumn term'), see('Stories of the sea')] },
  {
    of: 'event',
    at: '/event/create',
    steps: [
      fill('Name', 'Walk fair'),
      fill('Code', 'WALKWALKWALK'),
      ...chooseCollection,
      press('Save'),
      see('Participants'),
    ],
  },
  {
    of: 'registration',
    at: '/code/redeem',
    steps: [fill('code', code), fill('learner_id', 'walker'), press('Redeem'), see('Redeemed for walker.')],
  },
  { of: 'card', at: `/card?text=${code}`, steps: [see('Autumn term')] },
  {
    of: 'learner',
    at: '/registration?search_val=learner-1',
    steps: [press('learner-1'), see('First registration')],
  },
  { of: 'report', at: '/report/platform', steps: [press('Last 30 days'), see('Issued')] },
  { of: 'guide', at: '/series_guide/create?gui_id=path', steps: added('Walks in the hills') },
  {
    of: 'reservation',
    at: '/reservation/create?cid=SEA-3&target=description',
    steps: [
      fill('local', 'Dec 24, 2035, 9:00 AM'),
      fill('Description', 'For the winter.'),
      press('Save'),
      see('For the winter.'),
    ],
  },
  { of: 'release', at: '/release/create', steps: [fill('Name', 'Walk release'), press('Save'), see('Walk release')] },
  { of: 'prices', at: '/collection/SEA-1/prices', steps: [press('All'), see('Stories of the sea')] },
  { of: 'calendar', at: '/calendar', steps: [press('Week'), see('Today')] },
  { of: 'portal', at: '/preview/create?of=collection&id=SEA-1', steps: [press('Create link'), see('Copy')] },
  {
    of: 'webhook',
    at: '/settings/webhooks/create',
    steps: [
      fill('Name', 'Walk hook'),
      fill('Address', 'http://127.0.0.1:9/hook'),
      press('Create'),
      see('Secret of Walk hook'),
    ],
  },
  {
    of: 'apikey',
    at: '/settings/keys',
    steps: [press('New API key'), fill('Name', 'Walk key'), press('Create'), see('API key for Walk key')],
  },
  { of: 'vending', at: '/customer/orders/1', steps: [see('Compare with the shop’s list'), see('API keys')] },
  { of: 'assistant', at: '/settings/keys', steps: [press('New API key'), see('Assistant')] },
  {
    of: 'settings',
    at: '/settings',
    steps: [{ tick: 'Book import maintenance' }, see('“Book import maintenance” saved.')],
  },
  { of: 'handbook', at: '/docs', steps: [see('llms.txt')] },
  { of: 'doctor', at: '/doctor', steps: [see('No backup was made on this machine.')] },
  { of: 'proof', at: '/doctor', steps: [see('TRAIL_URL')] },
  { of: 'mail', at: '/mail', steps: [see('SMTP_URL')] },
  {
    of: 'mailing',
    at: '/mailing/create',
    steps: [fill('Addresses', 'director@library.example'), press('Add'), see('Monday, 9:00')],
  },
  { of: 'term', at: '/term/create', steps: [fill('English', 'lantern'), press('Add'), see('lantern')] },
  { of: 'texts', at: '/texts', steps: [{ tick: '한국어' }, see('XLIFF')] },
  { of: 'audit', at: '/audit', steps: [see('Walk release')] },
  { of: 'spreadsheet', at: '/spreadsheet', steps: [see('SHEETS_ISSUER')] },
  { of: 'sample', at: '/sample', steps: [see('Sample library')] },
];
