import { Button, Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import { SEVERITIES } from '../contract/preflight-rules.ts';
import type { FindingCounts as Counts, ReleaseFinding } from '../contract/preflight.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import { useAddWord, useFixFinding, useSavedLesson } from './api.ts';
import { FindingCounts, severityCount } from './finding-counts.tsx';
import { FindingRow } from './finding-row.tsx';
import { MESSAGES } from './messages.ts';
import { preflightQuery } from './queries.ts';
import classes from './preflight.module.css';

/** Rows in the list over the editor. The page of the lesson has all of them. */
const ROWS = 20;

interface ScreenFindingsProps {
  lessonId: number;
  screenId: number;
  isReadOnly: boolean;
}

/** The open findings of one screen, as of its last save: their number, and behind it the list with places and fixes. */
export function ScreenFindings({ lessonId, screenId, isReadOnly }: ScreenFindingsProps) {
  useSavedLesson(lessonId);
  const { data } = useQuery({ ...preflightQuery({ lesson: lessonId }), refetchInterval: false });
  const [isOpen, setOpen] = useState(false);
  const [accepting, setAccepting] = useState<ReleaseFinding | null>(null);
  const fix = useFixFinding();
  const addWord = useAddWord();
  const findings = (data?.findings ?? []).filter(({ screen_id, accepted }) => screen_id === screenId && accepted === null);
  if (findings.length === 0) return null;
  const counts = countsOf(findings);
  const said = SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) => severityCount(severity, counts[severity]));
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="top-end" width="min(560px, calc(100vw - 24px))" trapFocus shadow="md">
        <Popover.Target>
          <Button size="compact-sm" variant="default" aria-label={`Preflight: ${said.join(', ')}`} onClick={() => setOpen(!isOpen)}>
            <span className={classes.footerButton}>
              Preflight <FindingCounts counts={counts} />
            </span>
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={0}>
          <ErrorBanner text={fix.isError ? errorText(fix.error, MESSAGES.fixFailed) : null} />
          <ErrorBanner text={addWord.isError ? errorText(addWord.error, MESSAGES.acceptFailed) : null} />
          <ul className={classes.overList}>
            {findings.slice(0, ROWS).map((finding) => (
              <FindingRow
                key={finding.fingerprint}
                finding={finding}
                isReadOnly={isReadOnly}
                isBusy={fix.isPending && fix.variables === finding}
                onFix={() => fix.mutate(finding)}
                onAccept={() => {
                  setOpen(false);
                  setAccepting(finding);
                }}
                onAddWord={() => addWord.mutate(finding)}
                onReopen={() => undefined}
                // It leads to a place in this screen, which the list would hide.
                onOpen={() => setOpen(false)}
              />
            ))}
          </ul>
          <p className={classes.overEnd}>
            <TextLink to="/lesson/$lessonId/preflight" params={{ lessonId }}>
              {findings.length > ROWS ? `All ${counted(findings.length, 'finding')}` : 'Preflight of this lesson'}
            </TextLink>
          </p>
        </Popover.Dropdown>
      </Popover>
      {accepting ? <AcceptDialog finding={accepting} onClose={() => setAccepting(null)} /> : null}
    </>
  );
}

function countsOf(findings: readonly ReleaseFinding[]): Counts {
  const counts: Counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}
