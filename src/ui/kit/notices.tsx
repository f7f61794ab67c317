import '@mantine/notifications/styles.css';
import './notices.css';

import { Notifications } from '@mantine/notifications';

/** Messages over the corner of the page; each is put there by its sender. */
export { notifications as notices } from '@mantine/notifications';

/** Where they appear. */
export const Notices = () => <Notifications position="bottom-right" limit={4} zIndex={1000} />;
