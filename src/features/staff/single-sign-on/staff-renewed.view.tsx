import { useEffect } from 'react';
import { notifyRenewed } from '#client/live/renewed.ts';
import { pageStaff } from '#client/session.ts';
import { useT } from '#ui/interface.tsx';
import type { StaffWords } from '../staff.messages.ts';

/** Shown at the end of a log-in in a separate tab: it notifies the page that waits for it, and closes. */
export default function StaffRenewed() {
  const t = useT<StaffWords>();
  useEffect(() => {
    notifyRenewed(pageStaff());
    close();
  }, []);
  return (
    <>
      <h1>{t('staff.renewed')}</h1>
      <p>{t('staff.renewed_text')}</p>
    </>
  );
}
