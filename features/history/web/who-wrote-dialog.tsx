import { Select, Stack } from '@mantine/core';
import { SCREEN_FIELD_LABELS } from '#features/screens/contract/screen-labels.ts';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { MESSAGES } from './messages.ts';
import { WrittenLines } from './written-lines.tsx';
import { WRITTEN_TEXTS } from './written-texts.ts';
import classes from './history.module.css';

interface WhoWroteDialogProps {
  lessonId: number;
  part: string;
  /** The text, and the line to show, from 1; null: the dialog is closed. */
  asked: { field: string; line?: number } | null;
  onField: (field: string) => void;
  onVersion: (version: number) => void;
  onClose: () => void;
}

/** A text of a screen with who wrote each line. */
export function WhoWroteDialog({ lessonId, part, asked, onField, onVersion, onClose }: WhoWroteDialogProps) {
  return (
    <Dialog opened={asked !== null} onClose={onClose} title="Who wrote each line" size="xl">
      {asked === null ? null : (
        <Stack gap="xs">
          <Select
            label="Text"
            size="xs"
            w={220}
            allowDeselect={false}
            data={WRITTEN_TEXTS.map((value) => ({ value, label: SCREEN_FIELD_LABELS[value] }))}
            value={asked.field}
            onChange={(field) => field !== null && onField(field)}
          />
          <WrittenLines
            key={asked.field}
            owner={{ kind: 'lesson', id: lessonId }}
            part={part}
            field={asked.field}
            line={asked.line}
            onVersion={onVersion}
          />
          <p className={classes.note}>{MESSAGES.savedLines}</p>
        </Stack>
      )}
    </Dialog>
  );
}
