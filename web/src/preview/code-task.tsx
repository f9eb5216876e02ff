import { useRef, useState } from 'react';
import CodeEditor from '#web/ui/code-editor/code-editor.tsx';
import type { LiveText } from '#web/ui/code-editor/live-text.ts';
import { KEYBOARD_SCROLL } from '#web/ui/panes/keyboard-scroll.ts';
import classes from './code-task.module.css';
import shared from './shared.module.css';
import { RunResult } from './run-result.tsx';
import type { ScreenProps } from './screen-props.ts';
import { useCodeRun } from './use-code-run.ts';

/** Code to write, run and submit. Ctrl-Enter runs, Ctrl-Shift-Enter submits. */
export default function CodeTask({ lesson, screen, place, progress }: ScreenProps) {
  const code = useRef(progress.now.code[place] ?? screen.initial_code);
  const [version, setVersion] = useState(0);
  const { run, start, stop } = useCodeRun(place);
  const isGoing = run.kind === 'going';

  const change = (text: LiveText) => {
    code.current = text.toString();
    progress.keepCode(place, code.current);
  };
  const begin = async (isSubmitted: boolean) => {
    if (isGoing) return;
    const result = await start(code.current, isSubmitted);
    if (!result || !isSubmitted) return;
    progress.submit(place, result.run_id);
    if (lesson.is_assessment || result.verdict?.is_correct) progress.finish(place);
  };
  const reset = () => {
    code.current = screen.initial_code;
    progress.keepCode(place, screen.initial_code);
    setVersion(version + 1);
  };

  return (
    <>
      {screen.display_code === '' ? null : (
        <>
          <h2 className={shared.label}>Given code</h2>
          <pre className={classes.display} {...KEYBOARD_SCROLL} aria-label="Given code">
            {screen.display_code}
          </pre>
        </>
      )}
      <h2 className={shared.label}>Your code</h2>
      <div
        className={classes.editor}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          void begin(event.shiftKey);
        }}
      >
        <CodeEditor label="Your code" language={lesson.language} read={() => code.current} version={version} onChange={change} />
      </div>
      <div className={shared.buttons}>
        <button type="button" className={shared.button} disabled={isGoing} title="Ctrl-Enter" onClick={() => void begin(false)}>
          Run
        </button>
        <button
          type="button"
          className={shared.button}
          data-first=""
          disabled={isGoing}
          title="Ctrl-Shift-Enter"
          onClick={() => void begin(true)}
        >
          Submit
        </button>
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
      <RunResult run={run} lesson={lesson} />
    </>
  );
}
