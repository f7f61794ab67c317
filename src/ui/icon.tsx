// Tabler icons, unchanged; a new icon is one more line here.
import coupons from '@tabler/icons/outline/barcode.svg?raw';
import book from '@tabler/icons/outline/book-2.svg?raw';
import saved from '@tabler/icons/outline/bookmark.svg?raw';
import books from '@tabler/icons/outline/books.svg?raw';
import customer from '@tabler/icons/outline/building-store.svg?raw';
import calendar from '@tabler/icons/outline/calendar.svg?raw';
import schedule from '@tabler/icons/outline/calendar-clock.svg?raw';
import report from '@tabler/icons/outline/chart-line.svg?raw';
import previous from '@tabler/icons/outline/chevron-left.svg?raw';
import next from '@tabler/icons/outline/chevron-right.svg?raw';
import active from '@tabler/icons/outline/circle-check.svg?raw';
import registered from '@tabler/icons/outline/clipboard-check.svg?raw';
import snooze from '@tabler/icons/outline/clock.svg?raw';
import columns from '@tabler/icons/outline/columns-3.svg?raw';
import more from '@tabler/icons/outline/dots.svg?raw';
import download from '@tabler/icons/outline/download.svg?raw';
import eye from '@tabler/icons/outline/eye.svg?raw';
import eyeOff from '@tabler/icons/outline/eye-off.svg?raw';
import page from '@tabler/icons/outline/file.svg?raw';
import fingerprint from '@tabler/icons/outline/fingerprint.svg?raw';
import filter from '@tabler/icons/outline/filter.svg?raw';
import redeem from '@tabler/icons/outline/gift.svg?raw';
import history from '@tabler/icons/outline/history.svg?raw';
import home from '@tabler/icons/outline/home.svg?raw';
import expired from '@tabler/icons/outline/hourglass-empty.svg?raw';
import language from '@tabler/icons/outline/language.svg?raw';
import peek from '@tabler/icons/outline/layout-sidebar-right.svg?raw';
import narrow from '@tabler/icons/outline/layout-sidebar-left-collapse.svg?raw';
import workbench from '@tabler/icons/outline/list-check.svg?raw';
import series from '@tabler/icons/outline/list-numbers.svg?raw';
import logout from '@tabler/icons/outline/logout.svg?raw';
import mail from '@tabler/icons/outline/mail.svg?raw';
import guide from '@tabler/icons/outline/map-2.svg?raw';
import menu from '@tabler/icons/outline/menu-2.svg?raw';
import comment from '@tabler/icons/outline/message-circle.svg?raw';
import dark from '@tabler/icons/outline/moon.svg?raw';
import collection from '@tabler/icons/outline/packages.svg?raw';
import edit from '@tabler/icons/outline/pencil.svg?raw';
import pause from '@tabler/icons/outline/player-pause.svg?raw';
import play from '@tabler/icons/outline/player-play.svg?raw';
import add from '@tabler/icons/outline/plus.svg?raw';
import purchase from '@tabler/icons/outline/receipt.svg?raw';
import release from '@tabler/icons/outline/rocket.svg?raw';
import roadmap from '@tabler/icons/outline/route.svg?raw';
import search from '@tabler/icons/outline/search.svg?raw';
import event from '@tabler/icons/outline/speakerphone.svg?raw';
import batch from '@tabler/icons/outline/stack-2.svg?raw';
import light from '@tabler/icons/outline/sun.svg?raw';
import importing from '@tabler/icons/outline/table-import.svg?raw';
import category from '@tabler/icons/outline/tag.svg?raw';
import code from '@tabler/icons/outline/ticket.svg?raw';
import take from '@tabler/icons/outline/user-plus.svg?raw';
import people from '@tabler/icons/outline/users-group.svg?raw';
import reading from '@tabler/icons/outline/vocabulary.svg?raw';
import publish from '@tabler/icons/outline/world-upload.svg?raw';
import close from '@tabler/icons/outline/x.svg?raw';

const icons = {
  active,
  add,
  batch,
  book,
  books,
  category,
  close,
  code,
  dark,
  collection,
  comment,
  customer,
  calendar,
  columns,
  coupons,
  download,
  edit,
  event,
  expired,
  eye,
  eyeOff,
  filter,
  fingerprint,
  history,
  guide,
  home,
  import: importing,
  language,
  light,
  logout,
  mail,
  menu,
  more,
  narrow,
  next,
  page,
  pause,
  peek,
  people,
  play,
  previous,
  publish,
  purchase,
  report,
  reading,
  redeem,
  registered,
  release,
  roadmap,
  saved,
  schedule,
  search,
  series,
  snooze,
  take,
  workbench,
};

export type IconName = keyof typeof icons;

export const isIcon = (name: string | undefined): name is IconName => name !== undefined && name in icons;

// The content of the SVG, without the white space that would be part of the text beside it, and without Tabler's invisible
// square, which every page would carry thirty times; we draw the frame ourselves.
const inside = (svg: string) =>
  svg
    .replace(/^[^>]*>/, '')
    .replace(/<\/svg>\s*$/, '')
    .replace('<path stroke="none" d="M0 0h24v24H0z" fill="none" />', '')
    .replaceAll(/>\s+</g, '><')
    .trim();

const drawn = new Map(Object.entries(icons).map(([name, svg]) => [name, { __html: inside(svg) }]));

/** A decorative icon beside a word; hidden from screen readers. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      dangerouslySetInnerHTML={drawn.get(name)}
    />
  );
}
