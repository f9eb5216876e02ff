import { Button, Checkbox, Progress } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { withoutKey, type TestsSearch } from './tests-search.ts';
import type { TestRunner } from './use-run-tests.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './screen-tests.module.css';

interface TestsToolbarProps {
  runner: TestRunner;
  count: number;
  onRun: (isSideBySide: boolean) => void;
  search: TestsSearch;
  onSearch: (search: TestsSearch) => void;
}

/** Run Tests, one after another or side by side, with progress and Stop. */
export function TestsToolbar({ runner, count, onRun, search, onSearch }: TestsToolbarProps) {
  const [isSideBySide, setSideBySide] = useState(false);
  const { progress } = runner;
  return (
    <div className={layout.toolbar}>
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
      <Checkbox
        size="xs"
        label="failed only"
        checked={search.failed ?? false}
        onChange={(event) => {
          const next = withoutKey(search, 'page');
          onSearch(event.currentTarget.checked ? { ...next, failed: true } : withoutKey(next, 'failed'));
        }}
      />
    </div>
  );
}
