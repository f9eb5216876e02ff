import { Button, Checkbox, Progress } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './screen-tests.module.css';
import type { TestRunner } from './use-run-tests.ts';

/** Run Tests, one after another or side by side, with how far it is and the way to stop it. */
export function TestsToolbar({ runner, count, onRun }: { runner: TestRunner; count: number; onRun: (isSideBySide: boolean) => void }) {
  const [isSideBySide, setSideBySide] = useState(false);
  const { progress } = runner;
  return (
    <div className={classes.toolbar}>
      {progress ? (
        <>
          <div className={classes.progress}>
            <Progress
              className={classes.bar ?? ''}
              value={(100 * progress.done) / Math.max(1, progress.total)}
              aria-label="Tests that have run"
              animated
            />
            <span role="status">
              {progress.done} of {progress.total} tests run
            </span>
          </div>
          <Button size="xs" variant="default" leftSection={<IconPlayerStop size={15} aria-hidden />} onClick={runner.stop}>
            Stop
          </Button>
        </>
      ) : (
        <>
          <Button
            size="xs"
            leftSection={<IconPlayerPlay size={15} aria-hidden />}
            disabled={count === 0}
            onClick={() => onRun(isSideBySide)}
          >
            Run Tests
          </Button>
          <Checkbox
            size="xs"
            label="Side by side"
            checked={isSideBySide}
            onChange={(event) => setSideBySide(event.currentTarget.checked)}
          />
        </>
      )}
    </div>
  );
}
