import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LeftAlone } from '#features/bulk-edits/contract.ts';
import { LeftAloneList } from '#features/bulk-edits/web/undo-dialog.tsx';
import { useReportBulkEdit } from '#features/bulk-edits/web/use-undo-bulk-edit.ts';
import type { SearchQuery, SearchQueryInput } from '#features/search/contract/search.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { api } from '#platform/web/api.ts';
import { failureText } from '#platform/web/error-text.ts';
import { useOperation } from '#platform/web/operation.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { useReturnFocus } from '#platform/web/ui/use-return-focus.ts';
import type { CheckedScreen, ReplacePreview } from '../contract.ts';
import { chosenTexts, countChosen } from './chosen-changes.ts';
import { MESSAGES } from './messages.ts';
import { PreviewList } from './preview-list.tsx';
import classes from './replace.module.css';

interface ReplaceDialogProps {
  query: SearchQueryInput;
  replacement: string;
  onClose: () => void;
}

const NO_SCREENS: ReadonlySet<number> = new Set();

/** Previews a replacement, runs the checks of touched code, and saves what was chosen as one bulk edit. */
export default function ReplaceDialog({ query, replacement, onClose }: ReplaceDialogProps) {
  useReturnFocus(true);
  const report = useReportBulkEdit();
  const { run, ...operation } = useOperation();
  const preview = useQuery({
    queryKey: ['replace', query, replacement],
    queryFn: ({ signal }) => api.previewReplace({ body: { query, replacement } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [message, setMessage] = useState('');
  const [failing, setFailing] = useState<readonly CheckedScreen[] | null>(null);
  const [included, setIncluded] = useState<ReadonlySet<number>>(NO_SCREENS);
  const [left, setLeft] = useState<readonly LeftAlone[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const failed = failing?.filter(({ state }) => state === 'fails') ?? [];
  const excluded = new Set(failed.flatMap(({ screen_id }) => (included.has(screen_id) ? [] : [screen_id])));
  const texts = preview.data ? chosenTexts(preview.data, leftOut, excluded) : [];
  const { changes, lessons } = countChosen(texts);

  const plan = (operation_id: string) => ({ query: query as SearchQuery, replacement, texts, operation_id });

  async function check(): Promise<void> {
    setError(null);
    try {
      const { screens } = await run(({ operationId }) => api.checkReplace({ body: plan(operationId) }));
      if (screens.some(({ state }) => state === 'fails')) setFailing(screens);
      else await save();
    } catch (failure) {
      setError(failureText(failure, MESSAGES.checkFailed));
    }
  }

  async function save(): Promise<void> {
    setError(null);
    try {
      const text = message.trim();
      const result = await run(({ operationId }) =>
        api.replace({ body: { ...plan(operationId), ...(text === '' ? {} : { message: text }) } }),
      );
      if (result.edit) report(result.edit, MESSAGES.replaced(result.edit.lessons));
      if (result.left.length > 0 || !result.edit) setLeft(result.left);
      else onClose();
    } catch (failure) {
      setError(failureText(failure, MESSAGES.saveFailed));
    }
  }

  const isBusy = operation.isRunning;
  return (
    <Modal
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
            void (failing ? save() : check());
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
            {preview.data && failing === null ? <Choice preview={preview.data} leftOut={leftOut} onLeaveOut={setLeftOut} /> : null}
            {failing ? <Failing screens={failing} included={included} onInclude={setIncluded} /> : null}
            <TextInput
              label="Message"
              description="Commit message. Default: the search and replacement."
              maxLength={LIMITS.messageMax}
              value={message}
              onChange={(event) => setMessage(event.currentTarget.value)}
            />
            <ErrorBanner text={error} />
            <ProgressPanel operation={operation} what="Running checks" />
            <Group justify="space-between" gap="xs">
              <Text size="sm" role="status">
                {preview.data ? MESSAGES.chosen(changes, lessons) : ''}
              </Text>
              <Group gap="xs">
                {failing ? (
                  <Button variant="default" disabled={isBusy} onClick={() => setFailing(null)}>
                    Back
                  </Button>
                ) : null}
                <Button variant="default" disabled={isBusy} onClick={onClose}>
                  Cancel
                </Button>
                <Button type="submit" loading={isBusy} disabled={changes === 0}>
                  {failing ? 'Replace in passing screens' : 'Check and replace'}
                </Button>
              </Group>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
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
