import { ActionIcon, Badge, Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlayerPlay, IconTrash, IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { canReadInput, type Language } from '#platform/contract/languages.ts';
import type { CheckResult } from '#platform/contract/run-outcome.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { LazyCodeEditor } from '#platform/web/ui/code-editor/lazy-code-editor.tsx';
import type { LineMark } from '#platform/web/ui/code-editor/line-marks.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import type { ScreenTest } from '../contract/screen-tests.ts';
import { useDeleteTest, useUpdateTest } from './api.ts';
import { MESSAGES } from './messages.ts';
import { indexAfterDelete, isTestOk, testName } from './test-rules.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './screen-tests.module.css';

/** The actual or expected result of each checker. */
function TestResults({ title, pass, results }: { title: string; pass: boolean | null; results: readonly CheckResult[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className={classes.results}>
        <li className={classes.result}>{passText(pass)}</li>
        {results.map((result, index) => (
          <li key={`${index} ${result.name}`} className={classes.result}>
            <Sign result={result} />
            <span>
              <code>{result.checker_id ?? result.name}</code> {result.feedback}
              {result.hint ? ` Hint: ${result.hint}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function passText(pass: boolean | null): string {
  if (pass === null) return 'No result.';
  return pass ? 'The submission passes.' : 'The submission fails.';
}

function Sign({ result }: { result: CheckResult }) {
  if (result.counts === false) return <IconMinus className={layout.dimmed} size={15} role="img" aria-label="skipped" />;
  return result.pass ? (
    <IconCheck className={classes.good} size={15} role="img" aria-label="passed" />
  ) : (
    <IconX className={classes.bad} size={15} role="img" aria-label="failed" />
  );
}

interface TestViewProps {
  /** In paging order. */
  tests: readonly ScreenTest[];
  /** The current test. */
  test: ScreenTest;
  language: Language | null;
  isReadOnly: boolean;
  isRunning: boolean;
  onRun: (test: ScreenTest) => void;
  /** Shows another test; null: none. */
  onShow: (test: ScreenTest | null) => void;
}

const NO_MARKS: readonly LineMark[] = [];

/** One test: its code, expected result and last result, with paging. */
export function TestView({ tests, test, language, isReadOnly, isRunning, onRun, onShow }: TestViewProps) {
  const index = tests.findIndex(({ id }) => id === test.id);
  const step = (by: number) => onShow(tests[index + by] ?? null);
  return (
    <section className={classes.view} aria-label="Test">
      <div className={classes.viewTop}>
        <h2>{testName(test)}</h2>
        {test.is_default ? <Badge color="draft">Default</Badge> : null}
        <span className={layout.dimmed}>Screen {test.screen_sequence}</span>
        <nav aria-label="Tests" className={layout.wrapCentered} style={{ marginInlineStart: 'auto' }}>
          <ActionIcon aria-label="Previous test" disabled={index <= 0} onClick={() => step(-1)}>
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <span>
            {index + 1} of {tests.length}
          </span>
          <ActionIcon aria-label="Next test" disabled={index >= tests.length - 1} onClick={() => step(1)}>
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
          <Button size="xs" variant="default" onClick={() => onShow(null)}>
            Close
          </Button>
        </nav>
      </div>
      <TestForm key={test.id} test={test} language={language} isReadOnly={isReadOnly} />
      <div className={classes.code}>
        <LazyCodeEditor
          key={test.id}
          label="Submission"
          language={language}
          read={() => test.code}
          version={0}
          onChange={() => undefined}
          isReadOnly
          isBusy={false}
          marks={NO_MARKS}
        />
      </div>
      <LastResult test={test} isReadOnly={isReadOnly} />
      <div className={layout.wrapCentered}>
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={15} aria-hidden />}
          loading={isRunning || test.status === 'Running'}
          onClick={() => onRun(test)}
        >
          Run test
        </Button>
        {isReadOnly || test.is_default ? null : (
          <DeleteTest
            test={test}
            onDeleted={() => {
              const rest = tests.filter(({ id }) => id !== test.id);
              onShow(rest[indexAfterDelete(index, rest.length)] ?? null);
            }}
          />
        )}
      </div>
    </section>
  );
}

function TestForm({ test, language, isReadOnly }: Pick<TestViewProps, 'test' | 'language' | 'isReadOnly'>) {
  const update = useUpdateTest(test.lesson_id);
  const [description, setDescription] = useState(test.description);
  const [inputs, setInputs] = useState(test.inputs);
  const isChanged = description.trim() !== test.description || inputs !== test.inputs;
  const save = () => isChanged && update.mutate({ testId: test.id, description, inputs });
  return (
    <form
      className={layout.wrapCentered}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <ErrorBanner text={update.isError ? errorText(update.error, MESSAGES.saveFailed) : null} />
      <TextInput
        className={classes.grow ?? ''}
        size="xs"
        aria-label="Description"
        placeholder="What this test is for"
        value={description}
        readOnly={isReadOnly}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      {isReadOnly ? null : (
        <Button size="xs" variant="default" type="submit" disabled={!isChanged} loading={update.isPending}>
          Save
        </Button>
      )}
      {canReadInput(language) && (
        <Textarea
          className={classes.grow ?? ''}
          size="xs"
          autosize
          minRows={1}
          maxRows={8}
          label="Input"
          description="The lines that the code reads. Empty: those of the screen."
          value={inputs}
          readOnly={isReadOnly}
          onChange={(event) => setInputs(event.currentTarget.value)}
        />
      )}
      <Checkbox
        size="xs"
        label="Compare only pass or fail"
        checked={test.is_boolean_test}
        disabled={isReadOnly || update.isPending}
        onChange={(event) => update.mutate({ testId: test.id, is_boolean_test: event.currentTarget.checked })}
      />
    </form>
  );
}

function LastResult({ test, isReadOnly }: { test: ScreenTest; isReadOnly: boolean }) {
  const update = useUpdateTest(test.lesson_id);
  const result = test.test_result;
  const ok = isTestOk(test);
  const { run_pass = null, run_results = [] } = result ?? {};
  const canTakeOver = ok === false && run_pass !== null && !isReadOnly && !(test.is_default && !run_pass);
  return (
    <>
      <ErrorBanner text={update.isError ? errorText(update.error, MESSAGES.saveFailed) : null} />
      {result && ok !== null ? (
        <Banner
          kind={ok ? 'success' : 'error'}
          actions={
            canTakeOver ? (
              <Button
                size="xs"
                variant="default"
                loading={update.isPending}
                onClick={() => update.mutate({ testId: test.id, runResult: { test_pass: run_pass, results: run_results } })}
              >
                Use the new result
              </Button>
            ) : null
          }
        >
          {result.message}
        </Banner>
      ) : null}
      <div className={classes.compared}>
        <TestResults title="Expected" pass={test.test_pass} results={test.is_boolean_test ? [] : test.results} />
        {result && ok === false && run_pass !== null ? (
          <TestResults title="New result" pass={run_pass} results={test.is_boolean_test ? [] : run_results} />
        ) : null}
      </div>
    </>
  );
}

function DeleteTest({ test, onDeleted }: { test: ScreenTest; onDeleted: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const deletion = useDeleteTest(test.lesson_id);
  return (
    <>
      <Button size="xs" variant="danger" leftSection={<IconTrash size={15} aria-hidden />} onClick={() => setOpen(true)}>
        Delete test
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Delete test"
        text={`Delete the test “${testName(test)}”? Its screen stays as it is.`}
        confirmLabel="Delete test"
        isDanger
        isBusy={deletion.isPending}
        error={deletion.isError ? errorText(deletion.error, MESSAGES.deleteFailed) : null}
        // Not `onSuccess`: that isn't called once this view is gone, and a live event may remove it before the reply arrives.
        onConfirm={() => void deletion.mutateAsync(test.id).then(onDeleted, () => undefined)}
        onClose={() => {
          setOpen(false);
          deletion.reset();
        }}
      />
    </>
  );
}
