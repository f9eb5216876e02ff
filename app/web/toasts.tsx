import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

/** Shows toasts. Loaded with the first one. */
export default function Toasts() {
  return <Notifications position="bottom-right" limit={3} />;
}
