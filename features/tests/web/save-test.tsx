import { Button, Checkbox, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useState } from 'react';
import { didPass, type RunResult } from '#features/runs/contract/runs.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { showResult } from '#platform/web/ui/toast.ts';
import { useSaveTest } from './api.ts';
import { MESSAGES } from './messages.ts';

interface SaveTestProps {
  lessonId: number;
  screenId: number;
  /** The code that ran. */
  code: string;
  /** Its result; null: nothing ran yet. */
  result: RunResult | null;
  /** The lesson is read-only. */
  disabled: boolean;
}

/** Saves the last run as a test, with its overall verdict. Requires custom check results. */
export function SaveTest({ lessonId, screenId, code, result, disabled }: SaveTestProps) {
  const [isOpen, setOpen] = useState(false);
  const canSave = !disabled && result?.checks.custom.enabled === true;
  return (
    <>
      <Tooltip label={MESSAGES.noCheckOutput} disabled={disabled || canSave}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFlask size={15} aria-hidden />}
          aria-disabled={!canSave}
          data-disabled={!canSave || undefined}
          onClick={() => canSave && setOpen(true)}
        >
          Save Test
        </Button>
      </Tooltip>
      {result && canSave ? (
        <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Save Test">
          <SaveTestForm lessonId={lessonId} screenId={screenId} code={code} result={result} onDone={() => setOpen(false)} />
        </Dialog>
      ) : null}
    </>
  );
}

interface SaveTestFormProps {
  lessonId: number;
  screenId: number;
  code: string;
  result: RunResult;
  onDone: () => void;
}

function SaveTestForm({ lessonId, screenId, code, result, onDone }: SaveTestFormProps) {
  const [description, setDescription] = useState('');
  const [isBoolean, setBoolean] = useState(false);
  const save = useSaveTest({ lessonId, screenId });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(
          { code, result, description, isBoolean },
          {
            onSuccess: () => {
              onDone();
              showResult(MESSAGES.testSaved);
            },
          },
        );
      }}
    >
      <Stack>
        <ErrorBanner text={save.isError ? errorText(save.error, MESSAGES.saveFailed) : null} />
        <Text size="sm">{MESSAGES.saved(didPass(result))}</Text>
        <TextInput
          label="Description"
          placeholder="What this submission gets right or wrong"
          data-autofocus
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Checkbox
          label="Compare only pass or fail"
          description="Otherwise the result of each checker must match, too."
          checked={isBoolean}
          onChange={(event) => setBoolean(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save Test
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
