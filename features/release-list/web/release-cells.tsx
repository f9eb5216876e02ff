import { ActionIcon, Anchor, Badge, CopyButton, Group, UnstyledButton } from '@mantine/core';
import {
  IconCheck,
  IconChevronRight,
  IconCopy,
  IconDownload,
  IconExternalLink,
  IconFileExport,
  IconFileZip,
  IconGitPullRequest,
  IconPencil,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import type { Release } from '#features/releases/contract/releases.ts';
import { STATE_COLORS } from '#features/releases/state-labels.policy.ts';
import { shortCommit } from '#features/releases/web/branch-name.ts';
import type { ReleasePageLink } from '#features/releases/web/release-pages.ts';
import { TESTED_LESSONS_MAX } from '#features/tests/contract/screen-tests.ts';
import { counted } from '#platform/contract/counted.ts';
import { useRowTabIndex } from '#platform/web/ui/data-table/columns.ts';
import { Highlighted } from '#platform/web/ui/highlight.tsx';
import { LinkIcon } from '#platform/web/ui/links.tsx';
import { MESSAGES } from './messages.ts';
import { ReleaseActions } from './release-actions.ts';
import { ReleaseBadges } from './release-badges.tsx';
import classes from './releases.module.css';

/** The name of a release; expands and collapses its lessons. */
export function NameCell({ release }: { release: Release }) {
  const { open, toggle } = use(ReleaseActions);
  const tabIndex = useRowTabIndex();
  const count = release.lesson_count;
  return (
    <>
      <UnstyledButton
        className={classes.toggle ?? ''}
        tabIndex={tabIndex}
        aria-expanded={open.has(release.id)}
        title={release.name}
        onClick={() => toggle(release)}
      >
        <IconChevronRight size={15} aria-hidden />
        <span className={classes.name}>
          <Highlighted text={release.name} />
        </span>
      </UnstyledButton>
      <ReleaseBadges release={release} />
      <span className={classes.count}>{counted(count, 'lesson')}</span>
    </>
  );
}

/** The imported commit: short, in full on hover, with a copy button. */
export function CommitCell({ release }: { release: Release }) {
  const tabIndex = useRowTabIndex();
  const commit = release.version_minor;
  if (commit === null) return <span title="Nothing imported from its branch yet">–</span>;
  return (
    <>
      <span className={classes.commit} title={commit}>
        <Highlighted text={shortCommit(commit)} />
      </span>
      <CopyButton value={commit}>
        {({ copied, copy }) => (
          <ActionIcon
            size={24}
            tabIndex={tabIndex}
            aria-label={copied ? `Copied commit of ${release.name}` : `Copy commit of ${release.name}`}
            title={copied ? 'Copied' : 'Copy the whole commit'}
            onClick={copy}
          >
            {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </>
  );
}

/** The pull request with its status, or a link to open one. */
export function PullRequestCell({ release }: { release: Release }) {
  const tabIndex = useRowTabIndex();
  const pull = release.pull_request;
  if (release.is_main) return <span title="Other releases are merged into this one">–</span>;
  if (pull === null) {
    return (
      <span className={classes.pull}>
        <Anchor
          component={Link}
          to={`/releases/${release.id}/pull`}
          preload={false}
          tabIndex={tabIndex}
          size="sm"
          aria-label={`Send ${release.name} for review`}
        >
          <IconGitPullRequest size={15} aria-hidden /> Send for review
        </Anchor>
      </span>
    );
  }
  const badge = <Badge color={STATE_COLORS[pull.status]}>{pull.status}</Badge>;
  const label = `Pull request of ${release.name}: ${pull.status}`;
  return (
    <span className={classes.pull}>
      {isLocal(pull.url) ? (
        <Anchor component={Link} to={pull.url} preload={false} tabIndex={tabIndex} size="sm" aria-label={label}>
          {badge}
        </Anchor>
      ) : (
        <Anchor href={pull.url} target="_blank" rel="noreferrer" tabIndex={tabIndex} size="sm" aria-label={`${label} (opens in a new tab)`}>
          {badge} <IconExternalLink size={14} aria-hidden />
        </Anchor>
      )}
    </span>
  );
}

/** Whether the pull request is our own, with a page here. */
function isLocal(url: string): boolean {
  return /^\/(?!\/)/.test(url);
}

/** Imports lessons from the branch of this release. Not needed for main. */
export function ImportCell({ release }: { release: Release }) {
  const { importLessons } = use(ReleaseActions);
  const closed = release.is_closed ? MESSAGES.closed : null;
  const whyNot = release.is_main ? MESSAGES.mainImports : closed;
  return (
    <ActionIcon
      tabIndex={useRowTabIndex()}
      aria-label={`Import lessons into ${release.name}`}
      title={whyNot ?? 'Import lessons'}
      disabled={whyNot !== null}
      onClick={() => importLessons(release)}
    >
      <IconDownload size={16} aria-hidden />
    </ActionIcon>
  );
}

/** Exports lessons, courses and paths of this release as a zip for Create from Zip, or its lessons in a format of other tools. */
export function ExportCell({ release }: { release: Release }) {
  const { exportZip, exportAs, exporting } = use(ReleaseActions);
  const tabIndex = useRowTabIndex();
  return (
    <Group gap="2xs" wrap="nowrap">
      <ActionIcon
        tabIndex={tabIndex}
        aria-label={`Export ${release.name}`}
        title={MESSAGES.exportHint}
        loading={exporting === release.id}
        disabled={exporting !== null}
        onClick={() => exportZip(release)}
      >
        <IconFileZip size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        tabIndex={tabIndex}
        aria-label={`More formats of ${release.name}`}
        title={MESSAGES.moreFormats}
        disabled={release.lesson_count === 0}
        onClick={() => exportAs(release)}
      >
        <IconFileExport size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** Runs the tests of all its lessons. */
export function TestCell({ release }: { release: Release }) {
  const { test } = use(ReleaseActions);
  const isTooLarge = release.lesson_count > TESTED_LESSONS_MAX;
  return (
    <ActionIcon
      tabIndex={useRowTabIndex()}
      aria-label={`Test the lessons of ${release.name}`}
      title={isTooLarge ? MESSAGES.tooManyToTest(TESTED_LESSONS_MAX) : 'Run the tests of its lessons'}
      disabled={release.lesson_count === 0 || isTooLarge}
      onClick={() => test(release)}
    >
      <IconPlayerPlay size={16} aria-hidden />
    </ActionIcon>
  );
}

/** The link to a page about it. */
export function PageCell({ release, page: { to, name, hint, icon: Icon } }: { release: Release; page: ReleasePageLink }) {
  return (
    <LinkIcon
      to={to}
      params={{ releaseId: release.id }}
      preload={false}
      tabIndex={useRowTabIndex()}
      aria-label={`${name} of ${release.name}`}
      title={hint}
    >
      <Icon size={16} aria-hidden />
    </LinkIcon>
  );
}

/** Edit: rename, copy lessons, delete. Main only changes by merging. */
export function EditCell({ release }: { release: Release }) {
  const { edit } = use(ReleaseActions);
  return (
    <ActionIcon
      tabIndex={useRowTabIndex()}
      aria-label={`Edit ${release.name}`}
      title={release.is_main ? MESSAGES.mainEdits : 'Edit'}
      disabled={release.is_main}
      onClick={() => edit(release)}
    >
      <IconPencil size={16} aria-hidden />
    </ActionIcon>
  );
}
