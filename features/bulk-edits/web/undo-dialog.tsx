import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '#platform/web/api.ts';
import { failureText } from '#platform/web/error-text.ts';
import { useOperation } from '#platform/web/operation.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import type { BulkEdit, LeftAlone } from '../contract.ts';
import { MESSAGES } from './messages.ts';
import classes from './bulk-edits.module.css';

interface UndoDialogProps {
  edit: Pick<BulkEdit, 'id' | 'summary' | 'message'>;
  onClose: () => void;
}

/** Undoes a bulk edit as soon as it opens. If something can't be undone, lists it and asks whether to undo the rest. */
export function UndoDialog({ edit, onClose }: UndoDialogProps) {
  const { run, ...operation } = useOperation();
  const [left, setLeft] = useState<readonly LeftAlone[]>([]);
  const [error, setError] = useState<unknown>(null);

  async function undo(leave_changed: boolean) {
    setError(null);
    try {
      const body = { leave_changed };
      const result = await run(({ operationId }) =>
        api.undoBulkEdit({ params: { id: edit.id }, body: { ...body, operation_id: operationId } }),
      );
      if (result.edit === null && result.left.length > 0 && !leave_changed) {
        setLeft(result.left);
        return;
      }
      const stayed = result.left.length;
      showResult(result.edit ? MESSAGES.undone(result.edit.lessons, stayed) : MESSAGES.nothingUndone(stayed));
      onClose();
    } catch (failure) {
      setError(failure);
    }
  }
  const hasBegun = useRef(false);
  const begin = useEffectEvent(() => void undo(false));
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    begin();
  }, []);

  return (
    <TaskDialog title={`Undo “${edit.message ?? edit.summary}”`} isRunning={operation.isRunning} onClose={onClose}>
      <Stack>
        {left.length > 0 ? (
          <>
            <Text size="sm">{MESSAGES.wouldStay}</Text>
            <LeftAloneList left={left} />
          </>
        ) : null}
        <ErrorBanner text={error ? failureText(error, MESSAGES.undoFailed) : null} />
        <ProgressPanel operation={operation} what="Undoing" />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={operation.isRunning} onClick={onClose}>
            Cancel
          </Button>
          {left.length > 0 || error ? (
            <Button loading={operation.isRunning} onClick={() => void undo(left.length > 0)}>
              {left.length > 0 ? 'Undo the rest' : 'Try again'}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </TaskDialog>
  );
}

/** Lessons, screens and fields that stay as they are, with the reasons. */
export function LeftAloneList({ left }: { left: readonly LeftAlone[] }) {
  return (
    // Scrolls, so that it must take the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.preview} role="region" aria-label="Left unchanged" tabIndex={0}>
      <ul className={classes.lessons}>
        {left.map((each) => (
          <li key={`${each.lesson_id}/${each.sequence}/${each.screen_id}/${each.field}`}>
            <span className={classes.name}>
              <LeftName left={each} />
            </span>
            <Text component="span" size="xs" c="dimmed">
              {each.reason}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}

function LeftName({ left: { lesson_id, sequence, title, screen_id, screen_sequence, field } }: { left: LeftAlone }) {
  const screen = screen_sequence === null ? '' : `, screen ${screen_sequence}`;
  const text = `${sequence} ${title}${screen}${field === null ? '' : `: ${fieldName(field)}`}`;
  if (lesson_id === null) return text;
  if (screen_id === null || screen_sequence === null)
    return (
      <TextLink to="/lesson/$lessonId" params={{ lessonId: lesson_id }}>
        {text}
      </TextLink>
    );
  return (
    <TextLink to="/lesson/$lessonId/screen/$screenId" params={{ lessonId: lesson_id, screenId: String(screen_id) }}>
      {text}
    </TextLink>
  );
}

/** `body_markdown` and `questions/…/question` as words. */
function fieldName(field: string): string {
  const [first = ''] = field.split('/');
  return first.replace(/_markdown$/, '').replaceAll('_', ' ');
}
