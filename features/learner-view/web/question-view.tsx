import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import type { PreviewQuestion, PreviewVerdict } from '#features/publishing/contract/previews.ts';
import { RenderedHtml } from '#platform/web/ui/markdown-editor/rendered-html.tsx';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { ChoiceAnswer } from './choice-answer.tsx';
import type { AnswerVerdict, JudgeOptions } from './judge-answer.ts';
import { isComplete, isEmpty, type LearnerAnswer } from './learner-answer.ts';
import type { ScreenLesson } from './screen-props.ts';
import { revealResult } from './shown-verdict.ts';
import { VerdictChecks, Success, VerdictText } from './verdict.tsx';
import classes from './question-view.module.css';
import rendered from './screen-view.module.css';
import shared from './shared.module.css';

const loadTaskAnswer = () => import('./kinds/task-answer.tsx');
const TaskAnswer = lazy(loadTaskAnswer);
const AnswerRun = lazy(() => import('./answer-run.tsx'));

/** Loads what questions besides multiple choice are answered with, ahead of the first one. */
export function preloadTaskAnswer(): void {
  // A failure shows when the question is opened.
  loadTaskAnswer().catch(() => undefined);
}

interface QuestionViewProps {
  question: PreviewQuestion;
  /** `Question 2 of 3`. */
  name: string;
  answer: LearnerAnswer;
  onAnswer: (answer: LearnerAnswer) => void;
  /** Judges an answer; null: assessments are graded at the end. */
  judge: ((answer: LearnerAnswer, options: JudgeOptions) => Promise<AnswerVerdict>) | null;
  /** How the run of an answer is shown; left out: answers never run. */
  lesson?: Pick<ScreenLesson, 'language' | 'sql_max_rows'>;
  /** The verdict on a question of an assessment that was handed in: nothing can be changed any more. */
  graded?: PreviewVerdict | null;
  /** It was the last task of the screen, so its verdict has what the author says once the screen is solved. */
  isLastSolved?: boolean;
  onCorrect?: () => void;
  /** The message of an error that `judge` threw. */
  errorText: (error: unknown) => string;
}

/** A question with what it is answered with, and after Submit the verdict on the answer. */
export function QuestionView(props: QuestionViewProps) {
  const { question, name, answer, onAnswer, judge, lesson, graded = null, isLastSolved = false, onCorrect, errorText } = props;
  const id = useId();
  const [submitted, setSubmitted] = useState<AnswerVerdict | null>(null);
  const verdict: AnswerVerdict | null = graded ?? submitted;
  const run = verdict?.run;
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isRunning, setIsRunning] = useState(false);
  const judging = useRef<AbortController | null>(null);
  useEffect(() => () => judging.current?.abort(), []);
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (submitted !== null) revealResult(said.current, { keepsFocus: true });
  }, [submitted]);

  const endJudging = () => {
    judging.current?.abort();
    judging.current = null;
    setIsBusy(false);
    setIsRunning(false);
  };
  const change = (next: LearnerAnswer) => {
    endJudging();
    setSubmitted(null);
    onAnswer(next);
  };
  const submit = async () => {
    if (judge === null || isBusy || isEmpty(answer)) return;
    const { signal } = (judging.current = new AbortController());
    setIsBusy(true);
    setError(null);
    try {
      const reply = await judge(answer, { signal, onRun: () => setIsRunning(true) });
      if (signal.aborted) return;
      setSubmitted(reply);
      if (reply.is_correct) onCorrect?.();
    } catch (failed) {
      if (signal.aborted) return;
      setError(errorText(failed));
    }
    endJudging();
  };

  return (
    <fieldset className={classes.question}>
      <legend>{name}</legend>
      <div id={id}>
        <RenderedHtml html={question.question_html} className={rendered.plain} />
      </div>
      {question.ask ? (
        <Suspense fallback={<p className={shared.status}>Loading…</p>}>
          <TaskAnswer
            ask={question.ask}
            given={answer.given}
            onGive={(given) => change({ ...answer, given })}
            parts={verdict?.parts ?? []}
            isFixed={graded !== null}
            onSubmit={() => void submit()}
            questionId={id}
          />
        </Suspense>
      ) : (
        <ChoiceAnswer
          question={question}
          picked={answer.picked}
          onPick={(picked) => change({ ...answer, picked })}
          verdict={verdict}
          isFixed={graded !== null}
        />
      )}
      {judge === null ? (
        graded === null ? (
          <p className={shared.status}>{isComplete(answer) ? 'Answer saved.' : `${promptOf(question)}. It is graded when you hand in.`}</p>
        ) : null
      ) : (
        <>
          {question.ask || question.select_type === 'single' ? null : <p className={shared.status}>Pick all that apply.</p>}
          <button
            type="button"
            className={shared.button}
            // After success, Next is what comes first.
            data-first={verdict?.is_correct ? undefined : ''}
            disabled={isEmpty(answer)}
            // Not disabled, or the focus would be lost.
            aria-disabled={isBusy || undefined}
            onClick={() => void submit()}
          >
            Submit answer
          </button>
        </>
      )}
      <div role="status" ref={said}>
        {isRunning ? <p className={shared.status}>Running…</p> : null}
        {verdict ? (
          <div className={shared.said} data-right={verdict.is_correct}>
            <VerdictText isCorrect={verdict.is_correct} isFinal={graded !== null} />
            {question.ask ? <TaskVerdict verdict={verdict} /> : null}
            {run ? <VerdictChecks checks={run.verdict?.checks ?? []} /> : null}
            {isLastSolved ? <Success html={verdict.success_html} /> : null}
          </div>
        ) : null}
      </div>
      {run && lesson ? (
        <Suspense fallback={null}>
          <AnswerRun result={run} lesson={lesson} />
        </Suspense>
      ) : null}
      {error === null ? null : (
        <p className={shared.said} data-right="false" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function promptOf({ ask, select_type }: PreviewQuestion): string {
  if (ask) return ask.kind === 'blanks' || ask.kind === 'order' || ask.kind === 'match' ? 'Answer all of it' : 'Type your answer';
  return select_type === 'single' ? 'Pick an answer' : 'Pick all that apply';
}

/** What a verdict says besides whether the answer is right. */
function TaskVerdict({ verdict: { is_correct, parts, note, feedback_html, output } }: { verdict: PreviewVerdict }) {
  const right = parts.filter(Boolean).length;
  return (
    <>
      {is_correct || parts.length < 2 ? null : (
        <p className={classes.note}>
          {right} of {parts.length} {right === 1 ? 'is' : 'are'} right.
        </p>
      )}
      {note === null ? null : <p className={classes.note}>{note}</p>}
      {feedback_html.map((html, at) => (
        <RenderedHtml key={at} html={html} className={rendered.plain} />
      ))}
      {output === null ? null : (
        <>
          <p className={classes.note}>It prints:</p>
          <pre className={shared.stream} {...KEYBOARD_SCROLL} dir="ltr" aria-label="Output">
            {output}
          </pre>
        </>
      )}
    </>
  );
}
