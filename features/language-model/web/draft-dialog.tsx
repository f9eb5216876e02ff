import { Button, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Proof } from '#features/proposals/contract.ts';
import { lessonProposalsQuery } from '#features/proposals/web/queries.ts';
import { screenFieldLabel } from '#features/screens/contract/screen-labels.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import { shorten } from '#platform/contract/shorten.ts';
import { api } from '#platform/web/api.ts';
import { failureText } from '#platform/web/error-text.ts';
import { useOperation } from '#platform/web/operation.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { DialogButtons } from '#platform/web/ui/dialog-buttons.tsx';
import { LanguageSelect } from '#platform/web/ui/language-select.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import type { ModelTask, ModelTaskKind } from '../contract.ts';
import { choiceQuestions, filledTexts, MODEL_TASKS } from '../language-model.policy.ts';
import { MESSAGES } from './messages.ts';
import { SentRequest } from './sent-request.tsx';

interface DraftDialogProps {
  screen: Screen;
  /** What can be drafted for the screen. */
  kinds: readonly ModelTaskKind[];
  first: ModelTaskKind;
  model: string;
  onProposal: (id: number) => void;
  onClose: () => void;
}

/** What is chosen and written in the dialog, for every kind. */
interface Choice {
  readonly question: string | null;
  readonly field: string | null;
  readonly code: string;
  readonly language: string | null;
}

/** Asks the language model for a draft: what, then exactly what is sent, then its proposal or findings. Open while rendered. */
export default function DraftDialog({ screen, kinds, first, model, onProposal, onClose }: DraftDialogProps) {
  const [kind, setKind] = useState<ModelTaskKind>(kinds.includes(first) ? first : (kinds[0] ?? first));
  const questions = choiceQuestions(screen).map(({ id, question }) => ({
    value: String(id),
    label: shorten(question.trim() || 'Untitled', 80),
  }));
  const fields = filledTexts(screen).map((field) => ({ value: field, label: screenFieldLabel(field, screen.type) ?? field }));
  const [choice, setChoice] = useState<Choice>({
    question: questions[0]?.value ?? null,
    field: fields[0]?.value ?? null,
    code: '',
    language: null,
  });
  const set = (part: Partial<Choice>) => setChoice((known) => ({ ...known, ...part }));
  const task = taskOf(kind, choice);
  const params = { lessonId: screen.lesson_id, screenId: screen.id };
  const prepare = useMutation({ mutationFn: (asked: ModelTask) => api.prepareModelRequest({ params, body: asked }) });
  const { run, ...operation } = useOperation();
  const client = useQueryClient();
  const [refuted, setRefuted] = useState<Proof | null>(null);
  const [error, setError] = useState<string | null>(null);
  const shown = prepare.data;

  async function send(hash: string) {
    if (task === null) return;
    setError(null);
    setRefuted(null);
    try {
      const { proposal, proof } = await run(({ operationId }) =>
        api.draftWithModel({ params, body: { task, hash, operation_id: operationId } }),
      );
      if (proposal === null) return setRefuted(proof);
      // The drawer opens with a proposal that the list has.
      await client.query({ ...lessonProposalsQuery(screen.lesson_id), staleTime: 0 }).catch(() => undefined);
      onClose();
      onProposal(proposal.id);
    } catch (failure) {
      setError(failureText(failure, MESSAGES.draftFailed));
    }
  }
  function goBack() {
    prepare.reset();
    setError(null);
    setRefuted(null);
  }
  return (
    <TaskDialog title="Draft with the language model" isRunning={operation.isRunning} onClose={onClose}>
      <form
        aria-label="Draft with the language model"
        onSubmit={(event) => {
          event.preventDefault();
          if (operation.isRunning || prepare.isPending) return;
          if (shown) void send(shown.hash);
          else if (task) prepare.mutate(task);
        }}
      >
        <Stack>
          {shown ? (
            <SentRequest request={shown} />
          ) : (
            <>
              <Text size="sm" c="dimmed">
                {MESSAGES.about(model)}
              </Text>
              <Select
                label="Draft"
                data-autofocus
                allowDeselect={false}
                data={kinds.map((value) => ({ value, label: MODEL_TASKS[value] }))}
                value={kind}
                onChange={(value) => value !== null && setKind(value)}
              />
              {kind === 'distractors' ? (
                <Select
                  label="Question"
                  allowDeselect={false}
                  data={questions}
                  value={choice.question}
                  onChange={(question) => set({ question })}
                />
              ) : null}
              {kind === 'wording' ? (
                <Select label="Text" allowDeselect={false} data={fields} value={choice.field} onChange={(field) => set({ field })} />
              ) : null}
              {kind === 'message' ? (
                <Textarea
                  label={MESSAGES.wrongAnswer}
                  description={MESSAGES.wrongAnswerHint}
                  autosize
                  minRows={3}
                  maxRows={12}
                  styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
                  value={choice.code}
                  onChange={(event) => set({ code: event.currentTarget.value })}
                />
              ) : null}
              {kind === 'translation' ? (
                <LanguageSelect
                  label="Language"
                  description={MESSAGES.questionsStay}
                  value={choice.language}
                  onChange={(language) => set({ language })}
                />
              ) : null}
            </>
          )}
          <ErrorBanner text={prepare.isError ? failureText(prepare.error, MESSAGES.prepareFailed) : error} />
          {refuted === null ? null : <Findings proof={refuted} />}
          <ProgressPanel operation={operation} what="Asking the language model" />
          <DialogButtons
            submitLabel={!shown ? 'Show what is sent' : refuted || error ? 'Try again' : 'Send'}
            isBusy={prepare.isPending || operation.isRunning}
            isDisabled={task === null || shown?.left === 0}
            onClose={onClose}
          >
            {shown ? (
              <Button variant="default" mr="auto" disabled={operation.isRunning} onClick={goBack}>
                Back
              </Button>
            ) : null}
          </DialogButtons>
        </Stack>
      </form>
    </TaskDialog>
  );
}

/** Null: something is missing. */
function taskOf(kind: ModelTaskKind, { question, field, code, language }: Choice): ModelTask | null {
  switch (kind) {
    case 'check':
    case 'alt-text':
      return { kind };
    case 'distractors':
      return question === null ? null : { kind, question_id: Number(question) };
    case 'message':
      return code.trim() === '' ? null : { kind, code };
    case 'wording':
      return field === null ? null : { kind, field: field as Extract<ModelTask, { kind: 'wording' }>['field'] };
    case 'translation':
      return language === null ? null : { kind, language };
  }
}

function Findings({ proof }: { proof: Proof }) {
  return (
    <Banner kind="warning">
      {MESSAGES.notProven}
      <ul>
        {proof.findings.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Banner>
  );
}
