import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { PersonSelect } from '#features/accounts/web/people/person-select.tsx';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { DueInput, StageSelect } from '#features/planning/web/planning-inputs.tsx';
import { counted } from '#platform/contract/counted.ts';
import { LANGUAGE_VERSIONS } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { api } from '#platform/web/api.ts';
import { failureText } from '#platform/web/error-text.ts';
import { useOperation } from '#platform/web/operation.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import type { PreviewedLesson } from '../contract.ts';
import { SETTING_NAMES } from '../rules/setting-names.ts';
import { MESSAGES } from './messages.ts';
import { settingsPreviewQuery } from './queries.ts';
import { EMPTY_FORM, readForm, type SettingForm } from './setting-form.ts';
import { useReportBulkEdit } from './use-undo-bulk-edit.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './bulk-edits.module.css';

interface EditSettingsDialogProps {
  lessons: readonly Pick<LessonRow, 'id'>[];
  onDone: () => void;
  onClose: () => void;
}

const TYPING_MS = 250;

/** Sets a setting of several lessons, all or none, after a preview of what changes. */
export default function EditSettingsDialog({ lessons, onDone, onClose }: EditSettingsDialogProps) {
  const report = useReportBulkEdit();
  const { run, ...operation } = useOperation();
  const [form, setForm] = useState<SettingForm>(EMPTY_FORM);
  const [message, setMessage] = useState('');
  const [error, setError] = useState<unknown>(null);
  const ids = useMemo(() => lessons.map(({ id }) => id), [lessons]);
  const edit = useMemo(() => readForm(form), [form]);
  const [typed] = useDebouncedValue(edit, TYPING_MS);
  const asked = typed ?? { set: 'timeout' as const, seconds: null };
  const preview = useQuery({ ...settingsPreviewQuery(ids, asked), enabled: typed !== null });
  const isCurrent = typed === edit && !preview.isPlaceholderData;
  const shown = typed === null ? undefined : preview.data;
  const changing = shown?.filter(({ state }) => state === 'changes').length ?? 0;

  async function save() {
    if (edit === null) return;
    setError(null);
    try {
      const body = { lesson_ids: ids, edit, ...(message.trim() === '' ? {} : { message: message.trim() }) };
      const { edit: saved } = await run(({ operationId }) => api.editSettings({ body: { ...body, operation_id: operationId } }));
      if (!saved) {
        void preview.refetch();
        return;
      }
      report(saved);
      onDone();
    } catch (failure) {
      setError(failure);
    }
  }

  const change = (changed: Partial<SettingForm>) => setForm((known) => ({ ...known, ...changed }));
  return (
    <TaskDialog title={`Edit settings of ${counted(lessons.length, 'lesson')}`} isRunning={operation.isRunning} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="sm">
          <NativeSelect
            label="Setting"
            data-autofocus
            value={form.set}
            data={Object.entries(SETTING_NAMES).map(([value, label]) => ({ value, label }))}
            disabled={operation.isRunning}
            onChange={(event) => change({ set: event.currentTarget.value as SettingForm['set'] })}
          />
          <SettingInput form={form} onChange={change} />
          <ErrorBanner text={preview.isError && typed !== null ? failureText(preview.error, MESSAGES.previewFailed) : null} />
          {shown ? <Preview lessons={shown} /> : null}
          <TextInput
            label="Message"
            description="Commit message. Default: the name of the setting."
            maxLength={LIMITS.messageMax}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <ErrorBanner text={error ? failureText(error, MESSAGES.saveFailed) : null} />
          <ProgressPanel operation={operation} what="Saving lessons" />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={operation.isRunning} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={operation.isRunning} disabled={edit === null || (isCurrent && changing === 0)}>
              {isCurrent && changing > 0 ? `Change ${counted(changing, 'lesson')}` : 'Change lessons'}
            </Button>
          </Group>
        </Stack>
      </form>
    </TaskDialog>
  );
}

function SettingInput({ form, onChange }: { form: SettingForm; onChange: (changed: Partial<SettingForm>) => void }) {
  switch (form.set) {
    case 'author':
      return (
        <TextInput
          label="Author"
          maxLength={200}
          value={form.author}
          onChange={(event) => onChange({ author: event.currentTarget.value })}
        />
      );
    case 'owner':
    case 'reviewer':
      return <PersonSelect label={SETTING_NAMES[form.set]} value={form.person} onChange={(person) => onChange({ person })} />;
    case 'due':
      return <DueInput value={form.due} onChange={(due) => onChange({ due })} />;
    case 'stage':
      return <StageSelect value={form.stage} onChange={(stage) => onChange({ stage })} />;
    case 'timeout':
      return (
        <TextInput
          label="Seconds"
          inputMode="numeric"
          description={`1 to ${LIMITS.timeoutSecondsMax}. Empty: the default of ${LIMITS.timeoutSecondsDefault} seconds.`}
          value={form.seconds}
          error={readForm(form) === null ? 'Enter a whole number.' : undefined}
          onChange={(event) => onChange({ seconds: event.currentTarget.value })}
        />
      );
    case 'language-version':
      return (
        <NativeSelect
          label="Version"
          value={form.languageVersion}
          data={[...LANGUAGE_VERSIONS]}
          onChange={(event) => onChange({ languageVersion: event.currentTarget.value })}
        />
      );
    case 'show-last-value':
      return (
        <NativeSelect
          label="Value"
          value={form.showsLastValue ? 'on' : 'off'}
          data={[
            { value: 'on', label: 'On' },
            { value: 'off', label: 'Off' },
          ]}
          onChange={(event) => onChange({ showsLastValue: event.currentTarget.value === 'on' })}
        />
      );
    case 'add-skills':
    case 'remove-skills':
      return (
        <Textarea
          label="Skills"
          description="One on each line. Practice problems and projects have skills."
          autosize
          minRows={2}
          maxRows={6}
          value={form.skills}
          onChange={(event) => onChange({ skills: event.currentTarget.value })}
        />
      );
    case 'add-package':
    case 'package-version':
    case 'remove-package':
      return (
        <div className={classes.pair}>
          <TextInput
            label="Package"
            maxLength={200}
            value={form.packageName}
            onChange={(event) => onChange({ packageName: event.currentTarget.value })}
          />
          {form.set === 'remove-package' ? null : (
            <TextInput
              label="Version"
              placeholder="Newest"
              maxLength={200}
              value={form.packageVersion}
              onChange={(event) => onChange({ packageVersion: event.currentTarget.value })}
            />
          )}
        </div>
      );
  }
}

const HEADINGS: Readonly<Record<PreviewedLesson['state'], (count: number) => string>> = {
  changes: (count) => `${counted(count, 'lesson')} will change`,
  same: (count) => `${counted(count, 'lesson')} won’t change`,
  refused: (count) => `${counted(count, 'lesson')} can’t be changed`,
};
const STATES = ['changes', 'refused', 'same'] as const;

function Preview({ lessons }: { lessons: readonly PreviewedLesson[] }) {
  return (
    // Scrolls, so that it must take the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.preview} role="region" aria-label="Preview" tabIndex={0}>
      {STATES.map((state) => {
        const own = lessons.filter((lesson) => lesson.state === state);
        if (own.length === 0) return null;
        return (
          <section key={state}>
            <h3 className={classes.heading}>{HEADINGS[state](own.length)}</h3>
            <ul className={classes.lessons}>
              {own.map((lesson) => (
                <li key={lesson.id}>
                  <span className={classes.name}>
                    {lesson.sequence} {lesson.title} <span className={layout.note}>{lesson.release_name}</span>
                  </span>
                  <Text component="span" size="xs" c="dimmed">
                    <Effect lesson={lesson} />
                  </Text>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function Effect({ lesson: { state, before, after, reason } }: { lesson: PreviewedLesson }) {
  if (state === 'refused') return reason;
  if (state === 'same') return before === '' ? 'None' : before;
  return (
    <>
      {before === '' ? 'none' : before} <span aria-label="becomes">→</span> {after === '' ? 'none' : after}
    </>
  );
}
