import { Badge, Button, Stack, Text } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { failureText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import type { ScreenTest } from '../contract/screen-tests.ts';
import { screenTestsQuery } from './api.ts';
import { MESSAGES } from './messages.ts';
import { failureReason, isTestOk, testName } from './test-rules.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './screen-tests.module.css';

interface ScreenTestsProps {
  lessonId: number;
  screenId: number;
}

/** The tests of one screen, in a dialog; the page Lesson Tests runs and changes them. */
export function ScreenTests({ lessonId, screenId }: ScreenTestsProps) {
  const [isOpen, setOpen] = useState(false);
  const tests = useQuery(screenTestsQuery({ lessonId, screenId }));
  const count = tests.data?.length ?? 0;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconListCheck size={15} aria-hidden />}
        rightSection={
          count > 0 ? (
            <Badge size="sm" color="draft" variant="light" px="xs">
              {count}
            </Badge>
          ) : null
        }
        onClick={() => setOpen(true)}
      >
        Tests
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Tests of this screen" size="lg">
        <Stack>
          <ErrorBanner text={tests.isError ? failureText(tests.error, MESSAGES.loadFailed) : null} />
          {tests.data?.length === 0 ? <Text size="sm">{MESSAGES.empty}</Text> : null}
          {count > 0 ? (
            <ul className={classes.ofScreen} aria-label="Tests of this screen">
              {tests.data?.map((test) => (
                <TestLine key={test.id} test={test} />
              ))}
            </ul>
          ) : null}
          <div>
            <LinkButton to="/lesson/$lessonId/tests" params={{ lessonId }} size="xs" variant="default">
              Lesson Tests
            </LinkButton>
          </div>
        </Stack>
      </Dialog>
    </>
  );
}

function TestLine({ test }: { test: ScreenTest }) {
  const ok = isTestOk(test);
  return (
    <li>
      <Link to="/lesson/$lessonId/tests" params={{ lessonId: test.lesson_id }} search={{ test: test.id }}>
        {testName(test)}
      </Link>
      <span className={layout.dimmed}>{test.test_pass ? 'Must pass' : 'Must fail'}</span>
      <Badge color={ok === null ? 'draft' : ok ? 'success' : 'error'} variant="light" title={failureReason(test)}>
        {ok === null ? test.status : ok ? 'Test ok' : 'Test failed'}
      </Badge>
    </li>
  );
}
