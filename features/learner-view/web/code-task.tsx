import { useRef, useState } from 'react';
import CodeEditor from '#platform/web/ui/code-editor/code-editor.tsx';
import type { LiveText } from '#platform/web/ui/code-editor/live-text.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { KeyButton } from './key-button.tsx';
import { tasksOf } from './progress.ts';
import { RunResult } from './run-result.tsx';
import type { ScreenProps } from './screen-props.ts';
import { Split } from './split.tsx';
import { useCodeRun } from './use-code-run.ts';
import classes from './code-task.module.css';
import shared from './shared.module.css';

const RUN_KEYS = 'Mod+Enter';
const SUBMIT_KEYS = 'Mod+Shift+Enter';
const OWN_KEYS = `${RUN_KEYS} ${SUBMIT_KEYS}`;

/** Code to write, run and submit, above its result. */
export function CodeTask({ lesson, screen, number, progress }: ScreenProps) {
  const code = useRef(progress.now.code[number] ?? screen.initial_code);
  const [version, setVersion] = useState(0);
  const { run, start, stop } = useCodeRun(number);
  const isGoing = run.kind === 'going';
  const isDone = progress.now.done.includes(number);
  const isHandedIn = progress.now.grade !== null;
  const label = screen.file === null ? 'Your code' : `Your file ${screen.file}`;

  const change = (text: LiveText) => {
    code.current = text.toString();
    progress.keepCode(number, code.current);
  };
  const begin = async (isSubmitted: boolean) => {
    if (isGoing || (isSubmitted && isHandedIn)) return;
    const result = await start(code.current, isSubmitted);
    if (!result || !isSubmitted) return;
    progress.submit(number, result.run_id);
    if (lesson.is_assessment || result.verdict?.is_correct)
      progress.setTask(number, 'code', { isDone: true, all: tasksOf(screen, lesson) });
  };
  const reset = () => {
    code.current = screen.initial_code;
    progress.keepCode(number, screen.initial_code);
    setVersion(version + 1);
  };

  const work = (
    <>
      {screen.display_code === '' ? null : (
        <>
          <h2 className={shared.label}>Given code</h2>
          <pre className={classes.display} {...KEYBOARD_SCROLL} aria-label="Given code">
            {screen.display_code}
          </pre>
        </>
      )}
      <h2 className={shared.label}>{label}</h2>
      <div className={classes.editor}>
        <CodeEditor label={label} language={lesson.language} read={() => code.current} version={version} onChange={change} />
      </div>
      <div className={shared.buttons}>
        <KeyButton label="Run" shortcut={RUN_KEYS} isDisabled={isGoing} onClick={() => void begin(false)} />
        {/* Once the screen is done, Next is what comes first. */}
        <KeyButton
          label="Submit"
          shortcut={SUBMIT_KEYS}
          isFirst={!isDone}
          isDisabled={isGoing || isHandedIn}
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
        void begin(event.shiftKey);
      }}
    >
      <Split
        orientation="vertical"
        label="Height of the code"
        storageKey="code"
        least={150}
        first={work}
        second={<RunResult run={run} lesson={lesson} />}
      />
    </div>
  );
}
