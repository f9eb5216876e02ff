import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

/** Where results are told for a moment. Loaded with the first of them. */
export default function Toasts() {
  return <Notifications position="bottom-right" limit={3} />;
}
