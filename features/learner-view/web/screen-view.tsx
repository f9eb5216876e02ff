import { lazy, type ReactNode, type Ref, Suspense, useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { RenderedHtml } from '#platform/web/ui/markdown-editor/rendered-html.tsx';
import { Hints } from './hints.tsx';
import { judgeAnswer } from './judge-answer.ts';
import { isComplete } from './learner-answer.ts';
import { useLearnerCalls } from './learner-calls.ts';
import { answerTo, type Task, tasksOf } from './progress.ts';
import { QuestionView } from './question-view.tsx';
import { ReportProblem } from './report-problem.tsx';
import type { ScreenProps } from './screen-props.ts';
import { useTextAttributes } from './use-text-attributes.ts';
import classes from './screen-view.module.css';
import shared from './shared.module.css';

const loadCodeScreen = () => import('./code-screen.tsx');
const CodeScreen = lazy(loadCodeScreen);

/** Loads the editor or terminal ahead of its first screen. */
export function preloadCodeScreen(): void {
  // A failure shows when the screen is opened.
  loadCodeScreen().catch(() => undefined);
}

/** Whether learners read the screen only: there is nothing to answer, run or check. */
export function hasNoTask({ can_run, questions }: Pick<ScreenProps['screen'], 'can_run' | 'questions'>): boolean {
  return !can_run && questions.length === 0;
}

interface ScreenViewProps extends ScreenProps {
  heading?: Ref<HTMLHeadingElement>;
  /** What is answered can't be handed in: the tries of the assessment were used up elsewhere. */
  isOver?: boolean;
}

/** One screen: text, questions and tasks. */
export function ScreenView({ heading, isOver = false, ...props }: ScreenViewProps) {
  const { lesson, screen, number, progress } = props;
  const calls = useLearnerCalls();
  const attributes = useTextAttributes();
  const tasks = tasksOf(screen, lesson);
  const [lastSolved, setLastSolved] = useState<Task | null>(null);
  const isSolvedBy = (task: Task) => lastSolved === task && progress.now.done.includes(number);
  const graded = progress.now.grade?.screens.find((each) => each.screen === number);
  const revealed = progress.now.hints[number] ?? 0;
  const used = (progress.now.hintsUsed ?? progress.now.hints)[number] ?? 0;
  const text = (
    <>
      <h1 className={shared.heading} ref={heading} tabIndex={-1} {...(screen.title === '' ? {} : attributes)}>
        {screen.title === '' ? `Screen ${number}` : screen.title}
      </h1>
      {graded ? (
        <p className={`${shared.said} ${shared.inset}`} data-right={graded.is_correct}>
          {graded.is_correct ? 'You handed this in. It is correct.' : 'You handed this in. It isn’t correct.'}
          {used === 0 ? null : ` You read ${counted(used, 'hint')}.`}
        </p>
      ) : null}
      {isOver ? (
        <p className={`${shared.said} ${shared.inset}`} data-right={false}>
          You have no tries left, so what you answer here can’t be handed in.
        </p>
      ) : null}
      {screen.body_html === '' ? null : <RenderedHtml html={screen.body_html} />}
      {screen.instructions_html === '' ? null : (
        <section className={shared.part} aria-label="Instructions">
          <h2>Instructions</h2>
          <RenderedHtml html={screen.instructions_html} className={classes.plain} />
        </section>
      )}
      {screen.questions.map((question, index) => (
        <QuestionView
          key={index}
          question={question}
          name={screen.questions.length === 1 ? 'Question' : `Question ${index + 1} of ${screen.questions.length}`}
          answer={answerTo(progress.now, number, index)}
          graded={graded?.questions[index] ?? null}
          onAnswer={(answer) => {
            progress.answer(number, index, answer);
            if (lesson.is_assessment) progress.setTask(number, index, { isDone: isComplete(answer), all: tasks });
          }}
          judge={
            lesson.is_assessment ? null : (answer, options) => judgeAnswer(calls, { screen: number, question: index }, answer, options)
          }
          lesson={lesson}
          isLastSolved={isSolvedBy(index)}
          onCorrect={() => {
            progress.setTask(number, index, { isDone: true, all: tasks });
            setLastSolved(index);
          }}
          errorText={calls.errorText}
        />
      ))}
      <Hints html={screen.hint_html} revealed={revealed} onReveal={(count) => progress.revealHints(number, count)} />
      {calls.report ? <ReportProblem report={(written) => calls.report?.(number, written)} errorText={calls.errorText} /> : null}
    </>
  );
  if (screen.type !== 'code' || lesson.language === null) return <article className={shared.reading}>{text}</article>;
  return (
    <Suspense fallback={<Waiting text={text} direction={attributes.dir} />}>
      <CodeScreen {...props} text={text} isLastSolved={isSolvedBy('code')} onSolved={() => setLastSolved('code')} />
    </Suspense>
  );
}

/** The text of a code screen while its editor is loaded. */
function Waiting({ text, direction }: { text: ReactNode; direction: string | undefined }) {
  return (
    <article className={classes.waiting} dir="ltr">
      <div className={classes.text} dir={direction === 'rtl' ? 'rtl' : undefined}>
        {text}
      </div>
      <p className={shared.label}>Loading…</p>
    </article>
  );
}
