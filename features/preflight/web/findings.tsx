import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNamesOfPeople } from '#features/accounts/web/people/people-query.ts';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import type { Preflight, PreflightLesson, ReleaseFinding } from '../contract/preflight.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import { useAcceptFinding, useAddWord, useFixFinding } from './api.ts';
import { filterFindings } from './filter-findings.ts';
import { FindingCounts } from './finding-counts.tsx';
import { findingId, FindingRow } from './finding-row.tsx';
import { FindingsToolbar } from './findings-toolbar.tsx';
import { FixAll } from './fix-all.tsx';
import { MESSAGES } from './messages.ts';
import type { PreflightSearch } from './preflight-search.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './preflight.module.css';

/** Rows that are shown at first, and each time that more are asked for. */
const ROWS = 200;

interface FindingsProps {
  preflight: Preflight;
  isReadOnly: boolean;
  search: PreflightSearch;
  onSearch: (search: PreflightSearch) => void;
}

/** The findings of a release or a lesson, grouped by lesson. */
export function Findings({ preflight, isReadOnly, search, onSearch }: FindingsProps) {
  const [rows, setRows] = useState(ROWS);
  const [accepting, setAccepting] = useState<ReleaseFinding | null>(null);
  const fix = useFixFinding();
  const reopen = useAcceptFinding();
  const addWord = useAddWord();
  const groups = filterFindings(preflight, search, useCurrentUser());
  const all = groups.flatMap(({ findings }) => findings);
  const shown = new Set(all.slice(0, rows));
  const shallow = preflight.lessons.filter(({ is_shallow }) => is_shallow).length;
  const isLooked = preflight.lessons.every(({ is_checked, is_shallow }) => is_checked || is_shallow);

  /** The row disappears with its focus, so the next one gets it. */
  function settle(finding: ReleaseFinding, done: (options: { onSuccess: () => void }) => void) {
    const next = all[all.indexOf(finding) + 1] ?? all[all.indexOf(finding) - 1];
    done({ onSuccess: () => requestAnimationFrame(() => next && document.getElementById(findingId(next))?.focus()) });
  }
  const failure = fix.isError
    ? errorText(fix.error, MESSAGES.fixFailed)
    : reopen.isError
      ? errorText(reopen.error, MESSAGES.reopenFailed)
      : addWord.isError
        ? errorText(addWord.error, MESSAGES.acceptFailed)
        : null;

  return (
    <div className={classes.findings}>
      <ErrorBanner text={failure} />
      {shallow > 0 ? <Banner kind="info">{MESSAGES.shallow(shallow)}</Banner> : null}
      {preflight.is_cut ? <Banner kind="info">{MESSAGES.cut(preflight.findings.length)}</Banner> : null}
      {isReadOnly && all.length > 0 ? <Banner kind="info">{MESSAGES.published}</Banner> : null}
      {preflight.findings.length > 0 ? <FindingsToolbar preflight={preflight} found={groups} search={search} onSearch={onSearch} /> : null}
      {isReadOnly ? null : <FixAll findings={all} />}
      {all.length === 0 && isLooked ? (
        <EmptyState text={preflight.findings.every(({ accepted }) => accepted !== null) ? MESSAGES.none : MESSAGES.noneShown} />
      ) : null}
      {groups.map(({ lesson, findings }) => {
        const own = findings.filter((finding) => shown.has(finding));
        if (own.length === 0) return null;
        const name = lesson.title === '' ? `Lesson ${lesson.sequence}` : `${lesson.sequence} ${lesson.title}`;
        return (
          <section key={lesson.id} className={classes.lesson} aria-label={name}>
            <h2 className={`${layout.groupHead} ${classes.lessonName}`}>
              <TextLink to="/lesson/$lessonId" params={{ lessonId: lesson.id }} preload={false}>
                {name}
              </TextLink>
              {preflight.lessons.length > 1 ? <LessonPeople lesson={lesson} /> : null}
              <FindingCounts counts={lesson.counts} />
            </h2>
            <ul className={classes.list}>
              {own.map((finding) => (
                <FindingRow
                  key={finding.fingerprint}
                  finding={finding}
                  isReadOnly={isReadOnly}
                  isBusy={fix.isPending && fix.variables === finding}
                  onFix={() => settle(finding, (options) => fix.mutate(finding, options))}
                  onAccept={() => setAccepting(finding)}
                  onAddWord={() => settle(finding, (options) => addWord.mutate(finding, options))}
                  onReopen={() => settle(finding, (options) => reopen.mutate({ finding, reason: null }, options))}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {all.length > rows ? (
        <Button variant="default" className={classes.more ?? ''} onClick={() => setRows(rows + ROWS)}>
          Show {Math.min(ROWS, all.length - rows)} more of {all.length}
        </Button>
      ) : null}
      {accepting ? <AcceptDialog finding={accepting} onClose={() => setAccepting(null)} /> : null}
    </div>
  );
}

/** Whose lesson it is, so that a finding reaches the right person. */
function LessonPeople({ lesson: { author, owner } }: { lesson: PreflightLesson }) {
  const nameOf = useNamesOfPeople();
  const people = new Set([...(owner === null ? [] : [nameOf(owner)]), author].filter((name) => name !== ''));
  return people.size === 0 ? null : <span className={classes.people}>{[...people].join(', ')}</span>;
}
