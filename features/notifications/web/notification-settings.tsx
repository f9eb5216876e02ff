import { Checkbox, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { EmailFrequency, NotificationKind, type NotificationSettings as Settings } from '../contract/notifications.ts';
import { notificationSettingsQuery, useSaveSettings } from './api.ts';
import { MESSAGES } from './messages.ts';
import classes from './notifications.module.css';

const KINDS: Record<NotificationKind, string> = {
  mention: 'Someone mentions you in a comment',
  reply: 'Someone replies in a thread you wrote in, or a learner reports a problem with your lesson',
  review_request: 'Someone asks you for a review',
  review: 'Someone reviews your pull request',
  proposal: 'Someone proposes a change to your lesson',
  proposal_decision: 'Your proposal is accepted or declined, or no longer applies',
  finished: 'Your build, deploy, test or import ends after more than 10 seconds',
};

const FREQUENCIES: Record<EmailFrequency, string> = { off: 'Never', hourly: 'At most once an hour', daily: 'At most once a day' };

const CHANNELS = [
  { name: 'inbox', label: 'Inbox' },
  { name: 'email', label: 'Email' },
] as const;

/** Which notifications the user gets, and how. Each choice is saved at once. */
export function NotificationSettings() {
  const { data, error, refetch } = useQuery(notificationSettingsQuery);
  const save = useSaveSettings();
  if (error) return <ErrorBanner text={errorText(error, MESSAGES.settingsFailed)} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { settings, can_email: canEmail } = data;
  const channels = CHANNELS.filter(({ name }) => canEmail || name === 'inbox');
  const isOff = (channel: 'inbox' | 'email') => channel === 'email' && settings.email === 'off';

  function choose(kind: NotificationKind, change: Partial<Settings['kinds'][NotificationKind]>) {
    save.mutate({ ...settings, kinds: { ...settings.kinds, [kind]: { ...settings.kinds[kind], ...change } } });
  }
  return (
    <div className={classes.panel}>
      <ErrorBanner text={save.isError ? errorText(save.error, MESSAGES.saveFailed) : null} />
      <table className={classes.settings}>
        <thead>
          <tr>
            <th scope="col">Notify me when</th>
            {channels.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NotificationKind.options.map((kind) => (
            <tr key={kind}>
              <th scope="row">{KINDS[kind]}</th>
              {channels.map(({ name, label }) => (
                <td key={name}>
                  <Checkbox
                    aria-label={`${KINDS[kind]}: ${label}`}
                    checked={settings.kinds[kind][name]}
                    disabled={isOff(name)}
                    onChange={(event) => choose(kind, { [name]: event.currentTarget.checked })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {canEmail ? (
        <Select
          label="Send an email"
          description={MESSAGES.digest}
          w={240}
          allowDeselect={false}
          value={settings.email}
          data={EmailFrequency.options.map((value) => ({ value, label: FREQUENCIES[value] }))}
          onChange={(value) => save.mutate({ ...settings, email: EmailFrequency.parse(value) })}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {MESSAGES.noEmail}
        </Text>
      )}
    </div>
  );
}
