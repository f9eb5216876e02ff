import { Button, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import type { ReleaseChanges } from '../contract/pull-requests.ts';
import type { Asking } from '../rules/asked.ts';
import { chosenAtFirst } from '../rules/propose-reviewers.ts';
import { isTicked, planSending, proposedName, sendableLessons, tickLesson, tickRest, type Ticks } from '../rules/send-plan.ts';
import { releaseChangesQuery, reviewersQuery } from './api.ts';
import { MESSAGES } from './messages.ts';
import { hasChanges, IncludedChanges, NotIncluded } from './release-changes.tsx';
import { ReviewerChoice } from './reviewer-choice.tsx';
import { useSend } from './use-send.ts';
import classes from './pull-requests.module.css';

/** Milliseconds between refetches while saves are being pushed. */
const LOOK_MS = 1_000;

interface SendFormProps {
  releaseId: number;
  releaseName: string;
  /** The lessons that are ticked at first; absent: all that changed. */
  chosen?: readonly { readonly id: number }[];
  /** The pull request was opened: of this release, or of the new one of the ticked lessons. */
  onSent: (release: { id: number; name: string }) => void;
  /** Absent: there is nothing to go back to. */
  onCancel?: () => void;
}

/** Asks which changed lessons of a release are sent for review, and sends them. The others stay as they are. */
export function SendForm({ releaseId, releaseName, chosen, onSent, onCancel }: SendFormProps) {
  const changes = useQuery({
    ...releaseChangesQuery(releaseId),
    refetchInterval: ({ state }) => ((state.data?.unpushed ?? 0) > 0 ? LOOK_MS : false),
  });
  // Sent lessons leave the release while their review is being opened.
  const [sent, setSent] = useState<ReleaseChanges | null>(null);
  const shown = sent ?? changes.data;
  if (changes.isError) return <ErrorBanner text={errorText(changes.error, MESSAGES.changesFailed)} />;
  if (!shown) return <TableSkeleton />;
  if (!hasChanges(shown) && shown.unpushed === 0) return <EmptyState text={MESSAGES.nothingToSend} />;
  return (
    <LoadedForm
      {...{ releaseId, releaseName, onSent }}
      changes={shown}
      chosen={chosen}
      onSending={() => setSent(shown)}
      onBack={() => setSent(null)}
      onCancel={onCancel}
    />
  );
}

interface LoadedFormProps extends Pick<SendFormProps, 'releaseId' | 'releaseName' | 'onSent'> {
  changes: ReleaseChanges;
  chosen: SendFormProps['chosen'] | undefined;
  /** What is shown stays as it is until {@link onBack}. */
  onSending: () => void;
  onBack: () => void;
  onCancel: SendFormProps['onCancel'] | undefined;
}

function LoadedForm({ releaseId, releaseName, changes, chosen, onSent, onSending, onBack, onCancel }: LoadedFormProps) {
  // External authors send their drafts as they are.
  const isStaff = !useCurrentUser().external;
  const [title, setTitle] = useState('');
  const [body, setBody] = useState('');
  const [ticks, setTicks] = useState<Ticks>(
    chosen && isStaff ? { lessons: new Set(chosen.map(({ id }) => id)), rest: false } : { lessons: 'all', rest: true },
  );
  const candidates = useQuery({ ...reviewersQuery(releaseId), enabled: isStaff });
  /** Null: those whom the lessons name. */
  const [choice, setChoice] = useState<Asking | null>(null);
  const asked = choice ?? { reviewers: chosenAtFirst(candidates.data ?? [], ticks.lessons), groups: [] };
  const plan = planSending(changes, ticks);
  const apart = isStaff && plan.kind === 'apart' ? plan.lessons : null;
  const { send, moveBack, separated } = useSend({ id: releaseId, name: releaseName });
  const isBusy = send.isPending || moveBack.isPending;
  const proposed = apart ? proposedName(apart) : releaseName;
  const texts = {
    ...(title.trim() === '' ? {} : { title: title.trim() }),
    ...(body.trim() === '' ? {} : { body }),
    // Until it is known who can be asked, the server asks the reviewers of the lessons.
    ...(candidates.data ? { reviewers: [...asked.reviewers], ...(asked.groups.length > 0 && { groups: [...asked.groups] }) } : {}),
  };
  const first = chosen?.[0];

  function submit() {
    onSending();
    const lessons = apart?.map(({ sequence }) => sequence).filter((sequence) => sequence !== null) ?? [];
    const how = !isStaff && first ? { startOf: first.id } : apart ? { lessons, name: title.trim() || proposed } : {};
    send.mutate({ ...how, texts }, { onSuccess: onSent, onError: () => apart === null && onBack() });
  }
  return (
    <form
      className={classes.form}
      aria-label="Send for review"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <section aria-label="Included" className={classes.section}>
        <h2 className={classes.sectionTitle}>Included</h2>
        <div className={classes.scrolled}>
          <IncludedChanges
            changes={inOrder(changes, chosen)}
            boxes={
              isStaff && separated === null
                ? {
                    isTicked: (id) => isTicked(ticks, id),
                    onTick: (id, isOn) => setTicks(tickLesson(changes, ticks, id, isOn)),
                    isRestTicked: ticks.rest,
                    onTickRest: (isOn) => setTicks(tickRest(ticks, isOn)),
                  }
                : null
            }
          />
        </div>
      </section>
      <NotIncluded changes={changes} />
      {isStaff ? (
        <>
          {candidates.data ? (
            <ReviewerChoice
              candidates={candidates.data}
              lessons={ticks.lessons}
              chosen={asked}
              onChoose={setChoice}
              hint={MESSAGES.nobodyChosen}
            />
          ) : null}
          {candidates.isError ? <ErrorBanner text={errorText(candidates.error, MESSAGES.reviewersFailed)} /> : null}
          <TextInput
            label="Title"
            description={apart ? MESSAGES.sentApart(apart.length, sendableLessons(changes).length - apart.length, releaseName) : null}
            placeholder={proposed}
            maxLength={300}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Textarea
            label="Description"
            description="Markdown"
            autosize
            minRows={2}
            maxRows={12}
            maxLength={100_000}
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
        </>
      ) : null}
      <ErrorBanner text={send.isError ? errorText(send.error, MESSAGES.openFailed) : null} />
      <ErrorBanner text={moveBack.isError ? errorText(moveBack.error, MESSAGES.backFailed) : null} />
      {separated ? <ErrorBanner text={send.isError ? MESSAGES.separated(separated.name) : null} /> : null}
      <div className={classes.buttons}>
        <Button type="submit" loading={send.isPending} disabled={plan.kind === 'nothing' || moveBack.isPending}>
          {separated && send.isError ? 'Try again' : 'Send for review'}
        </Button>
        {separated && send.isError ? (
          <Button variant="default" loading={moveBack.isPending} onClick={() => moveBack.mutate(undefined, { onSuccess: onBack })}>
            Move them back
          </Button>
        ) : null}
        {onCancel ? (
          <Button variant="default" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** The lessons that it was opened for come first, among many others. */
function inOrder(changes: ReleaseChanges, chosen: SendFormProps['chosen'] | undefined): ReleaseChanges {
  const isChosen = (id: number | null) => chosen?.some((one) => one.id === id) === true;
  const lessons = changes.lessons.toSorted((a, b) => Number(isChosen(b.lesson_id)) - Number(isChosen(a.lesson_id)));
  return { ...changes, lessons };
}
