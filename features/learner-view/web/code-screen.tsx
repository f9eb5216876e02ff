import { lazy, type ReactNode, Suspense } from 'react';
import { languageAttributes } from '#platform/content/language-direction.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import { ApplicationNote } from './application-note.tsx';
import { CodeTask } from './code-task.tsx';
import { ReadCode } from './read-code.tsx';
import type { TaskProps } from './screen-props.ts';
import { ShownFiles } from './shown-files.tsx';
import { Split } from './split.tsx';
import classes from './screen-view.module.css';
import shared from './shared.module.css';

const TerminalTask = lazy(() => import('./terminal-task.tsx'));

/** The text of a screen beside its code or terminal. */
export default function CodeScreen({ text, ...props }: TaskProps & { text: ReactNode }) {
  const { lesson, screen, number } = props;
  const task = isTerminal(lesson.language) ? (
    <Suspense fallback={<p className={shared.label}>Loading…</p>}>
      <TerminalTask {...props} />
    </Suspense>
  ) : (
    <CodeTask {...props} />
  );
  return (
    // Code, its output and its buttons run from left to right, and so do the panes that a divider moves.
    <article className={classes.task} dir="ltr">
      <Split
        orientation="horizontal"
        label="Width of the text"
        storageKey="text"
        least={240}
        first={
          <div className={classes.text} dir={languageAttributes(lesson.text_language).dir}>
            {text}
          </div>
        }
        second={
          <section className={classes.work} aria-label="Task">
            <ApplicationNote screen={screen} />
            <ShownFiles files={lesson.files.filter(({ name }) => name !== screen.file)} screen={number} />
            {screen.can_run ? task : <ReadCode screen={screen} />}
          </section>
        }
      />
    </article>
  );
}
