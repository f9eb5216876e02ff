import { isTerminal } from '#contract/languages.ts';
import { lazy, Suspense, type Ref } from 'react';
import { ApplicationNote } from './application-note.tsx';
import classes from './screen-view.module.css';
import shared from './shared.module.css';
import { QuestionView } from './question-view.tsx';
import { ReadCode } from './read-code.tsx';
import { SafeHtml } from './safe-html.tsx';
import type { ScreenProps } from './screen-props.ts';
import { ShownFiles } from './shown-files.tsx';

const CodeTask = lazy(() => import('./code-task.tsx'));
const TerminalTask = lazy(() => import('./terminal-task.tsx'));

/** One screen: text, questions and tasks. */
export function ScreenView({ heading, ...props }: ScreenProps & { heading: Ref<HTMLHeadingElement> }) {
  const { lesson, screen, place, progress } = props;
  const text = (
    <>
      <h1 className={shared.heading} ref={heading} tabIndex={-1}>
        {screen.title === '' ? `Screen ${place}` : screen.title}
      </h1>
      {screen.body_html === '' ? null : <SafeHtml html={screen.body_html} />}
      {screen.instructions_html === '' ? null : (
        <section className={shared.part} aria-label="Instructions">
          <h2>Instructions</h2>
          <SafeHtml html={screen.instructions_html} isPlain />
        </section>
      )}
      {screen.questions.map((question, index) => (
        <QuestionView
          key={index}
          question={question}
          index={index}
          count={screen.questions.length}
          place={place}
          lesson={lesson}
          progress={progress}
        />
      ))}
      {screen.hint_html === '' ? null : (
        <details className={shared.details}>
          <summary>Hint</summary>
          <SafeHtml html={screen.hint_html} isPlain />
        </details>
      )}
    </>
  );
  if (screen.type !== 'code' || lesson.language === null) return <article className={shared.reading}>{text}</article>;
  return (
    <article className={classes.task}>
      <div className={classes.text}>{text}</div>
      <section className={classes.work} aria-label={isTerminal(lesson.language) ? 'Terminal' : 'Code'}>
        <ApplicationNote screen={screen} />
        <ShownFiles files={lesson.files} place={place} />
        {screen.can_run ? (
          <Suspense fallback={<p className={shared.label}>Loading…</p>}>
            {isTerminal(lesson.language) ? <TerminalTask {...props} /> : <CodeTask {...props} />}
          </Suspense>
        ) : (
          <ReadCode screen={screen} />
        )}
      </section>
    </article>
  );
}
