import { Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '#platform/contract/limits.ts';
import { errorText, failureText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { TimeLeft } from '#platform/web/ui/relative-time.tsx';
import { SecretOnce } from '#platform/web/ui/secret-once.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import type { Deploy } from '../../contract/deploys.ts';
import { isOnlyHere, latestStoredBuild } from '../../deploys.policy.ts';
import { shareLinksQuery, useCreateShareLink, useRevokeShareLink } from './api.ts';
import { MESSAGES } from './messages.ts';
import classes from './deploys.module.css';

/** Share links for people without an account: create, list, revoke. */
export function ShareDialog({ lessonId, deploys, onClose }: { lessonId: number; deploys: readonly Deploy[]; onClose: () => void }) {
  useReturnFocus(true);
  const kept = deploys.filter(({ is_kept }) => is_kept);
  const [build, setBuild] = useState(latestStoredBuild(deploys)?.build_number ?? 0);
  const [days, setDays] = useState<number | string>(LIMITS.shareDaysFirst);
  const creating = useCreateShareLink(lessonId);
  const chosen = deploys.find(({ build_number }) => build_number === build);
  // Links have the host of the applications, which is local where this page's is, unless the settings say otherwise.
  const host = creating.data ? new URL(creating.data.url).hostname : location.hostname;
  const daysGiven = Number(days);
  const isValid = Number.isInteger(daysGiven) && daysGiven >= LIMITS.shareDaysMin && daysGiven <= LIMITS.shareDaysMax;
  return (
    <Dialog opened size="lg" onClose={onClose} title={MESSAGES.shareTitle}>
      <Stack>
        <Text size="sm" c="dimmed">
          {MESSAGES.shareHint}
        </Text>
        {isOnlyHere(host) ? <Banner kind="warning">{MESSAGES.onlyHere(host)}</Banner> : null}
        {chosen?.changes_since ? <Text size="sm">{MESSAGES.changedSince(chosen.build_number, chosen.changes_since)}</Text> : null}
        <ErrorBanner text={creating.isError ? errorText(creating.error, MESSAGES.shareFailed) : null} />
        <form
          className={classes.share}
          onSubmit={(event) => {
            event.preventDefault();
            if (isValid) creating.mutate({ build_number: build, days: daysGiven });
          }}
        >
          <Select
            label="Deploy"
            data={kept.map(({ build_number }) => ({ value: String(build_number), label: `Deploy ${build_number}` }))}
            value={String(build)}
            onChange={(value) => setBuild(Number(value))}
            allowDeselect={false}
            data-autofocus
          />
          <NumberInput
            label="Expires after"
            suffix=" days"
            min={LIMITS.shareDaysMin}
            max={LIMITS.shareDaysMax}
            value={days}
            onChange={setDays}
            error={isValid ? null : `From ${LIMITS.shareDaysMin} to ${LIMITS.shareDaysMax}.`}
          />
          <Button type="submit" loading={creating.isPending} disabled={!isValid}>
            Create link
          </Button>
        </form>
        {creating.data ? (
          <SecretOnce label="Share link" text={MESSAGES.shareOnce} value={creating.data.url} onClose={() => creating.reset()} />
        ) : null}
        <OpenLinks lessonId={lessonId} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function OpenLinks({ lessonId }: { lessonId: number }) {
  const links = useQuery(shareLinksQuery(lessonId));
  const revoking = useRevokeShareLink(lessonId);
  const [asked, setAsked] = useState<number | null>(null);
  if (links.isError) return <ErrorBanner text={failureText(links.error, MESSAGES.linksFailed)} />;
  if (!links.data) return null;
  if (links.data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {MESSAGES.noLinks}
      </Text>
    );
  }
  return (
    <section aria-label="Active links">
      <ErrorBanner text={revoking.isError ? errorText(revoking.error, MESSAGES.revokeFailed) : null} />
      <ul className={classes.links}>
        {links.data.map(({ id, build_number, created_by, expires_at, opened_at }) => (
          <li key={id} className={classes.build}>
            <span>
              Deploy {build_number}
              {created_by === null ? null : ` · by ${created_by}`}
              {' · expires '}
              <TimeLeft at={expires_at} />
              {opened_at === null ? ' · not opened yet' : ' · opened'}
            </span>
            {asked === id ? (
              <Group gap="xs">
                <Button size="compact-xs" variant="default" onClick={() => setAsked(null)}>
                  Keep
                </Button>
                <Button size="compact-xs" color="red" loading={revoking.isPending} onClick={() => revoking.mutate(id)}>
                  Revoke now
                </Button>
              </Group>
            ) : (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Revoke the link to deploy ${build_number}`}
                onClick={() => setAsked(id)}
              >
                Revoke
              </Button>
            )}
            {asked === id ? <span className={classes.reason}>{MESSAGES.revokeText}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
