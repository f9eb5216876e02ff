import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { LeftAloneList } from '#features/bulk-edits/web/undo-dialog.tsx';
import { LIMITS } from '#platform/contract/limits.ts';
import { failureText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import type { CheckedScreen, ReplacePreview } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import { PreviewList } from './preview-list.tsx';
import { type ReplaceSearch, useReplace } from './use-replace.ts';
import classes from './replace.module.css';

interface ReplaceDialogProps {
  search: ReplaceSearch;
  onClose: () => void;
}

/** Previews a replacement, runs the checks of touched code, and saves what was chosen as one bulk edit. */
export default function ReplaceDialog({ search, onClose }: ReplaceDialogProps) {
  useReturnFocus(true);
  const { preview, operation, failing, left, message, chosen, ...replace } = useReplace(search, onClose);
  const { query, replacement } = search;
  const isBusy = operation.isRunning;
  return (
    <Dialog
      opened
      onClose={onClose}
      size="min(1100px, 94vw)"
      title="Replace"
      closeOnClickOutside={false}
      closeOnEscape={!isBusy}
      withCloseButton={!isBusy}
    >
      {left ? (
        <Stack gap="sm">
          <Banner kind="warning">{left.length > 0 ? MESSAGES.left(left.length) : MESSAGES.nothingSaved}</Banner>
          {left.length > 0 ? <LeftAloneList left={left} /> : null}
          <Group justify="flex-end">
            <Button onClick={onClose}>Close</Button>
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            replace.submit();
          }}
        >
          <Stack gap="sm">
            <div className={classes.about}>
              <code className={classes.removed}>{query.text}</code> <span aria-label="becomes">→</span>{' '}
              {replacement === '' ? <span className={classes.none}>nothing</span> : <code className={classes.added}>{replacement}</code>}
            </div>
            <ErrorBanner
              text={preview.isError ? failureText(preview.error, MESSAGES.previewFailed) : null}
              onRetry={() => void preview.refetch()}
            />
            {preview.isPending ? <Text size="sm">Looking for matches…</Text> : null}
            {preview.data && failing === null ? (
              <Choice preview={preview.data} leftOut={replace.leftOut} onLeaveOut={replace.setLeftOut} />
            ) : null}
            {failing ? <Failing screens={failing} included={replace.included} onInclude={replace.setIncluded} /> : null}
            <TextInput
              label="Message"
              description="Commit message. Default: the search and replacement."
              maxLength={LIMITS.messageMax}
              value={message}
              onChange={(event) => replace.setMessage(event.currentTarget.value)}
            />
            <ErrorBanner text={replace.error} />
            <ProgressPanel operation={operation} what="Running checks" />
            <Group justify="space-between" gap="xs">
              <Text size="sm" role="status">
                {preview.data ? MESSAGES.chosen(chosen.changes, chosen.lessons) : ''}
              </Text>
              <Group gap="xs">
                {failing ? (
                  <Button variant="default" disabled={isBusy} onClick={replace.chooseAgain}>
                    Back
                  </Button>
                ) : null}
                <Button variant="default" disabled={isBusy} onClick={onClose}>
                  Cancel
                </Button>
                <Button type="submit" loading={isBusy} disabled={chosen.changes === 0}>
                  {failing ? 'Replace in passing screens' : 'Check and replace'}
                </Button>
              </Group>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

interface ChoiceProps {
  preview: ReplacePreview;
  leftOut: ReadonlySet<string>;
  onLeaveOut: (leftOut: ReadonlySet<string>) => void;
}

function Choice({ preview, leftOut, onLeaveOut }: ChoiceProps) {
  return (
    <>
      {preview.stopped === null ? null : <Banner kind="warning">{MESSAGES.stopped}</Banner>}
      {preview.lessons.length === 0 ? (
        <Text size="sm">{MESSAGES.nothing}</Text>
      ) : (
        <PreviewList lessons={preview.lessons} leftOut={leftOut} onLeaveOut={onLeaveOut} />
      )}
      <Others others={preview.others} />
    </>
  );
}

/** What was found but can't be replaced. */
function Others({ others }: Pick<ReplacePreview, 'others'>) {
  if (others.length === 0) return null;
  return (
    <details className={classes.others}>
      <summary>{MESSAGES.others(others.reduce((sum, { matches }) => sum + matches, 0))}</summary>
      <ul className={classes.plain}>
        {others.map(({ lesson_id, sequence, title, release_name, label, matches, reason }) => (
          <li key={`${lesson_id}/${label}/${reason}`}>
            {lesson_id === null ? (
              title
            ) : (
              <TextLink to="/lesson/$lessonId" params={{ lessonId: lesson_id }}>
                {sequence} {title}
              </TextLink>
            )}{' '}
            <span className={classes.quiet}>
              {[release_name, label, matches > 1 ? `${matches} matches` : null].filter(Boolean).join(' · ')} — {reason}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface FailingProps {
  screens: readonly CheckedScreen[];
  included: ReadonlySet<number>;
  onInclude: (included: ReadonlySet<number>) => void;
}

/** The screens whose checks would fail, to be included or left out. */
function Failing({ screens, included, onInclude }: FailingProps) {
  const failing = screens.filter(({ state }) => state === 'fails');
  const before = screens.filter(({ state }) => state === 'failed_before').length;
  const toggle = (id: number) => {
    const next = new Set(included);
    if (!next.delete(id)) next.add(id);
    onInclude(next);
  };
  return (
    <>
      <Banner kind="warning">{MESSAGES.failing(failing.length)}</Banner>
      <ul className={classes.plain} aria-label="Failing screens">
        {failing.map(({ screen_id, lesson_id, sequence, screen_sequence, screen_title, message }) => (
          <li key={screen_id} className={classes.failing}>
            <Checkbox
              checked={included.has(screen_id)}
              aria-label={`Replace anyway in lesson ${sequence}, screen ${screen_sequence}`}
              onChange={() => toggle(screen_id)}
            />
            <span>
              <TextLink
                to="/lesson/$lessonId/screen/$screenId"
                params={{ lessonId: lesson_id, screenId: String(screen_id) }}
                target="_blank"
              >
                Lesson {sequence}, screen {screen_sequence}
                {screen_title === '' ? '' : `: ${screen_title}`}
              </TextLink>
              <span className={classes.reason}>{message}</span>
            </span>
          </li>
        ))}
      </ul>
      {before === 0 ? null : <Text size="sm">{MESSAGES.failedBefore(before)}</Text>}
    </>
  );
}
