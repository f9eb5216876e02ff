import type { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import CodeEditor from '#platform/web/ui/code-editor/code-editor.tsx';
import type { LiveText } from '#platform/web/ui/code-editor/live-text.ts';
import { OWN_KEYS, RUN_KEYS, CHECK_KEYS } from './code-keys.ts';
import { CodeSigns } from './code-signs.tsx';
import { GivenCode } from './given-code.tsx';
import { InputLines } from './input-lines.tsx';
import { KeyButton } from './key-button.tsx';
import { ownStart, tasksOf } from './progress.ts';
import { RunResult } from './run-result.tsx';
import type { TaskProps } from './screen-props.ts';
import { revealResult } from './shown-verdict.ts';
import { Solution } from './solution.tsx';
import { Split } from './split.tsx';
import { useCodeRun } from './use-code-run.ts';
import classes from './code-task.module.css';
import shared from './shared.module.css';

/** Code to write, run and submit, above its result. */
export function CodeTask({ lesson, screen, number, progress, isLastSolved, onSolved, onVerdict }: TaskProps) {
  const own = ownStart(screen, progress.now);
  const begins = own ?? screen.initial_code;
  const code = useRef(progress.now.code[number] ?? begins);
  const [version, setVersion] = useState(0);
  const [view, setView] = useState<EditorView | null>(null);
  /** Lines of the learner for Run; null: those of the screen. */
  const [ownInputs, setOwnInputs] = useState<string | null>(null);
  const result = useRef<HTMLDivElement>(null);
  /** Set by a run until its result is shown. */
  const shownFor = useRef<{ keepsFocus: boolean } | null>(null);
  const { run, start, stop } = useCodeRun(number);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const isGoing = run.kind === 'going';
  const isDone = progress.now.done.includes(number);
  const isHandedIn = progress.now.grade !== null;
  const label = screen.file === null ? 'Your code' : `Your file ${screen.file}`;

  const change = (text: LiveText) => {
    code.current = text.toString();
    progress.keepCode(number, code.current);
  };
  useEffect(() => {
    if (run.kind !== 'done' && run.kind !== 'failed') return;
    const options = shownFor.current;
    shownFor.current = null;
    if (options) revealResult(result.current, options);
  }, [run]);
  /** @param isByKey From the editor, which keeps the focus. */
  const begin = async (isSubmitted: boolean, isByKey = false) => {
    if (isGoing || (isSubmitted && isHandedIn)) return;
    onVerdict?.(null);
    shownFor.current = { keepsFocus: isByKey };
    const submitted = code.current;
    const ended = await start(submitted, isSubmitted, isSubmitted ? undefined : (ownInputs ?? undefined));
    if (!ended || !isSubmitted) return;
    const isCorrect = ended.verdict?.is_correct ?? null;
    // What the verdict means for progress counts on other screens, too.
    if (isShown.current) onVerdict?.({ isCorrect, show: () => revealResult(result.current) });
    progress.submit(number, ended.run_id);
    if (isCorrect === false) progress.countTry(number);
    if (isCorrect === true) progress.accept(number, submitted);
    if (!lesson.is_assessment && isCorrect !== true) return;
    progress.setTask(number, 'code', { isDone: true, all: tasksOf(screen, lesson) });
    if (isShown.current) onSolved();
  };
  const reset = () => {
    code.current = begins;
    progress.keepCode(number, begins);
    setVersion(version + 1);
  };

  const work = (
    <>
      {screen.display_code === '' ? null : (
        <>
          <h2 className={shared.label}>Given code</h2>
          <GivenCode screen={screen} className={classes.display} />
        </>
      )}
      <h2 className={shared.label}>
        {label}
        {screen.starts_from === null ? null : ` · continues ${own === null ? 'the answer' : 'your code'} of screen ${screen.starts_from}`}
      </h2>
      <div className={classes.editor}>
        <CodeEditor
          label={label}
          language={lesson.language}
          read={() => code.current}
          version={version}
          onChange={change}
          onReady={setView}
        />
      </div>
      <CodeSigns view={view} />
      {screen.inputs === '' ? null : <InputLines screen={screen} own={ownInputs} onChange={setOwnInputs} />}
      <div className={shared.buttons}>
        <KeyButton label="Run" shortcut={RUN_KEYS} isDisabled={false} isBusy={isGoing} onClick={() => void begin(false)} />
        {/* Once the screen is done, Next is what comes first. */}
        <KeyButton
          label="Submit"
          shortcut={CHECK_KEYS}
          isFirst={!isDone}
          isDisabled={isHandedIn}
          isBusy={isGoing}
          onClick={() => void begin(true)}
        />
        {isGoing ? (
          <button type="button" className={shared.button} onClick={stop}>
            Stop
          </button>
        ) : (
          <button type="button" className={shared.button} onClick={reset}>
            Start over
          </button>
        )}
        <span className={shared.status} role="status">
          {isGoing ? (run.queuePosition > 0 ? `Waiting behind ${run.queuePosition} others…` : 'Running…') : null}
        </span>
      </div>
    </>
  );
  return (
    <div
      className={classes.task}
      // Beside the editor of an author, these keys run the learner's code, not the author's.
      data-own-keys={OWN_KEYS}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.stopPropagation();
        void begin(event.shiftKey, true);
      }}
    >
      <Split
        orientation="vertical"
        label="Height of the code"
        storageKey="code"
        least={150}
        first={work}
        second={
          <RunResult run={run} lesson={lesson} isLastSolved={isLastSolved} element={result}>
            <Solution
              // Each verdict closes it: it was compared with other code.
              key={`${isDone} ${progress.now.tries[number] ?? 0}`}
              screen={screen}
              number={number}
              progress={progress}
              readOwn={() => code.current}
            />
          </RunResult>
        }
      />
    </div>
  );
}
