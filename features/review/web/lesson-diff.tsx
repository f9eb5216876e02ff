import { Badge, Checkbox, SegmentedControl, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type ReactNode } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { errorText } from '#platform/web/error-text.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { TextLink } from '#platform/web/ui/links.tsx';
import type { ChangedCurriculum } from '../changed-curriculum.policy.ts';
import type { FileDiff } from '../contract/pull-diffs.ts';
import type { ChangedLesson, PullRequest } from '../contract/pull-requests.ts';
import { curriculumPlace } from '../curriculum-place.policy.ts';
import { canAddToPull } from '../review-comment.policy.ts';
import { marksOf, withViewed } from '../rules/lesson-marks.ts';
import { type DiffPlace, headOf, pathOf, pullCommentsQuery, pullDiffQuery, reviewPeopleQuery } from './api.ts';
import { CurriculumDiffView } from './curriculum-diff.tsx';
import { FileDiffView } from './file-diff.tsx';
import { MESSAGES } from './messages.ts';
import { ReviewContext } from './review-context.ts';
import { Threads } from './thread-view.tsx';
import { threadsOf, type PullThread } from './threads.ts';
import { useFileKeys } from './use-file-keys.ts';
import { useViewed } from './use-viewed.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './diff.module.css';

const NO_THREADS: ReadonlyMap<string, number> = new Map();
const NO_COMMITS = { before: '', after: '' };

interface LessonDiffProps {
  pull: PullRequest;
  isStaff: boolean;
  /** Undefined: the place is no lesson. */
  lesson: ChangedLesson | undefined;
  place: DiffPlace;
  title: ReactNode;
  /** Between the title and the changes. */
  above: ReactNode;
  isAsLines: boolean;
  onAsLines: (isAsLines: boolean) => void;
}

/** The changes to one lesson: its screens by number, then the other files, then generated ones. Or those to a course or path, or to other files. */
export function LessonDiff({ pull, isStaff, lesson, place, title, above, isAsLines, onAsLines }: LessonDiffProps) {
  const diff = useQuery(pullDiffQuery(pull.release_id, place, headOf(pull)));
  const comments = useQuery(pullCommentsQuery(pull.release_id));
  const container = useRef<HTMLDivElement>(null);
  useFileKeys(container);
  const below = pathOf(place);
  const folder = place && 'folder' in place ? place.folder : null;
  const { viewed, setViewed } = useViewed(pull);
  const threads = threadsOf(comments.data ?? []);
  const curriculum = isAsLines ? null : (diff.data?.curriculum ?? null);
  const all = diff.data?.files ?? [];
  // Its meaning is shown instead.
  const files = curriculum ? all.filter(({ path }) => !isItself(path) || threads.some(({ anchor }) => anchor.path === path)) : all;
  const review = {
    releaseId: pull.release_id,
    state: pull.state,
    canComment: canAddToPull(pull.state) && isStaff,
    hasReview: (comments.data ?? []).some(({ is_pending }) => is_pending),
    commits: diff.data ?? NO_COMMITS,
    threads,
    people: reviewPeopleQuery(pull, isStaff),
  };
  const view = (file: FileDiff) => <FileDiffView key={file.path} file={file} folder={folder} below={below} isAsLines={isAsLines} />;
  return (
    <ReviewContext value={review}>
      <div className={layout.wideStack} ref={container}>
        <div className={classes.diffTop}>
          <h2 className={classes.diffTitle}>{title}</h2>
          <SegmentedControl
            size="xs"
            aria-label="View"
            value={isAsLines ? 'lines' : 'rendered'}
            onChange={(value) => onAsLines(value === 'lines')}
            data={[
              { value: 'rendered', label: 'Preview' },
              { value: 'lines', label: 'Source' },
            ]}
          />
          {lesson ? (
            <Checkbox
              size="xs"
              label="Viewed"
              title={MESSAGES.viewedHint}
              checked={marksOf(lesson, NO_THREADS, viewed).isViewed}
              onChange={(event) => setViewed(withViewed(viewed, lesson, event.currentTarget.checked))}
            />
          ) : null}
          <Text size="xs" c="dimmed" className={classes.keys ?? ''}>
            <kbd>j</kbd> <kbd>k</kbd> next and previous file
          </Text>
        </div>
        {above}
        {diff.isError ? <ErrorBanner text={errorText(diff.error, MESSAGES.diffFailed)} /> : null}
        {comments.isError ? <ErrorBanner text={errorText(comments.error, MESSAGES.commentsFailed)} /> : null}
        {diff.isPending ? <TableSkeleton rows={6} /> : null}
        {diff.data && all.length === 0 ? <EmptyState text={MESSAGES.noLessons} /> : null}
        {curriculum ? <CurriculumDiffView diff={curriculum} problems={problemsAt(pull, place)} /> : null}
        {groupsOf(files).map(({ screen, files: own }) =>
          screen === null ? own.map(view) : <ScreenGroup key={screen} screen={screen} lesson={lesson} files={own} view={view} />,
        )}
        <GeneratedFiles files={files.filter(({ kind }) => kind === 'generated')} view={view} />
        {diff.data ? <LostThreads threads={threads} files={all} below={below} /> : null}
        {diff.data?.is_cut ? <Banner kind="info">{MESSAGES.cutList}</Banner> : null}
      </div>
    </ReviewContext>
  );
}

function problemsAt({ curricula }: PullRequest, place: DiffPlace): ChangedCurriculum['problems'] {
  const isHere = (each: ChangedCurriculum) => place !== null && 'curriculum' in place && curriculumPlace(each) === place.curriculum;
  return curricula.find(isHere)?.problems ?? [];
}

/** The file that is a course or path. */
function isItself(path: string): boolean {
  return /^(?:courses\/[^/]+\/course|paths\/[^/]+\/path)\.yaml$/.test(path);
}

interface Group {
  readonly screen: string | null;
  readonly files: FileDiff[];
}

/** Files in order, together with others of their screen. Generated files are shown apart. */
function groupsOf(files: readonly FileDiff[]): Group[] {
  const groups: Group[] = [];
  for (const file of files) {
    if (file.kind === 'generated') continue;
    const last = groups.at(-1);
    if (last?.screen === file.screen) last.files.push(file);
    else groups.push({ screen: file.screen, files: [file] });
  }
  return groups;
}

const CHANGES = {
  added: { label: 'New screen', color: 'success' },
  changed: null,
  deleted: { label: 'Deleted', color: 'error' },
} as const;

interface ScreenGroupProps {
  screen: string;
  lesson: ChangedLesson | undefined;
  files: readonly FileDiff[];
  view: (file: FileDiff) => ReactNode;
}

function ScreenGroup({ screen, lesson, files, view }: ScreenGroupProps) {
  const described = lesson?.screens.find(({ folder }) => folder === screen);
  const number = described?.number ?? null;
  const name = number === null ? 'Screen' : `Screen ${number}`;
  const look = described ? CHANGES[described.change] : null;
  const lessonId = lesson?.lesson_id ?? null;
  return (
    <div className={classes.screen}>
      <h2 className={classes.screenTitle}>
        {described?.title ? `${name}: ${described.title}` : `${name}: ${screen}`}
        {look ? <Badge color={look.color}>{look.label}</Badge> : null}
        {lessonId !== null && number !== null ? (
          <TextLink
            size="sm"
            to="/lesson/$lessonId/screen/$screenId"
            params={{ lessonId, screenId: String(number) }}
            aria-label={`Open screen ${number} in the editor`}
          >
            {MESSAGES.openScreen}
          </TextLink>
        ) : null}
      </h2>
      {files.map(view)}
    </div>
  );
}

/** Lock files and recorded output, folded: they aren't written by hand. */
function GeneratedFiles({ files, view }: Pick<ScreenGroupProps, 'files' | 'view'>) {
  const [isOpen, setOpen] = useState(false);
  const body = useId();
  if (files.length === 0) return null;
  const lines = files.flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.lines)).filter(({ kind }) => kind !== 'same').length;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes.screen}>
      <h2 className={classes.fileTitle}>
        <button type="button" aria-expanded={isOpen} aria-controls={body} onClick={() => setOpen(!isOpen)}>
          <Chevron size={16} aria-hidden />
          {counted(files.length, 'generated file')}, {counted(lines, 'changed line')}
        </button>
      </h2>
      <div id={body} className={classes.screen} hidden={!isOpen}>
        {isOpen ? files.map(view) : null}
      </div>
    </div>
  );
}

interface LostThreadsProps {
  threads: readonly PullThread[];
  files: readonly FileDiff[];
  below: string;
}

/** Comments on files here that no longer differ from main. */
function LostThreads({ threads, files, below }: LostThreadsProps) {
  const isHere = (path: string) => (below === '' ? !/^(?:lessons|courses|paths)\//.test(path) : path.startsWith(below));
  const lost = threads.filter(({ anchor }) => isHere(anchor.path) && !files.some(({ path }) => path === anchor.path));
  if (lost.length === 0) return null;
  return (
    <div className={classes.screen}>
      <h2 className={classes.screenTitle}>{MESSAGES.lostComments}</h2>
      <Threads threads={lost} />
    </div>
  );
}
