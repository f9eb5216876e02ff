import { Badge, Button, Group, SegmentedControl, Select } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconRestore } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { screenLabel } from '#features/content-model/rules/screen-label.ts';
import { screenNamesQuery } from '#features/lessons/web/queries.ts';
import { SCREEN_FIELD_LABELS } from '#features/screens/contract/screen-labels.ts';
import { useCommands } from '#platform/web/commands.ts';
import { errorText } from '#platform/web/error-text.ts';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { TableSkeleton } from '#platform/web/ui/data-table/table-skeleton.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { Version } from '../contract/history.ts';
import { CommitPane } from './commit-pane.tsx';
import { EarlierCommits } from './earlier-commits.tsx';
import { CAUSES, type HistorySearch } from './history-search.ts';
import { MESSAGES } from './messages.ts';
import { partLabel, partsToName, SETTINGS } from './part-label.ts';
import { versionsQuery, type Owner } from './queries.ts';
import { VersionPane } from './version-pane.tsx';
import { WrittenLines } from './written-lines.tsx';
import { WRITTEN_TEXTS } from './written-texts.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './history.module.css';

interface HistoryViewProps {
  owner: Owner;
  search: HistorySearch;
  onSearch: (next: HistorySearch) => void;
  isReadOnly: boolean;
}

/** The versions of a lesson, course or path, and what the chosen one changed. */
export function HistoryView({ owner, search, onSearch, isReadOnly }: HistoryViewProps) {
  const listed = useInfiniteQuery(versionsQuery(owner, search));
  const screens = useQuery({ ...screenNamesQuery(owner.id), enabled: owner.kind === 'lesson' });
  const [isAsLines, setAsLines] = useState(false);
  const versions = listed.data?.pages.flatMap((page) => page.versions) ?? [];
  const chosen = search.commit === undefined ? (search.version ?? versions[0]?.id) : undefined;
  const at = versions.findIndex(({ id }) => id === chosen);
  const change = (next: Partial<Record<keyof HistorySearch, unknown>>) => onSearch(withoutUndefined({ ...search, ...next }));
  const choose = (version: Version | undefined) => version && change({ version: version.id, commit: undefined, since: undefined });
  useCommands([
    {
      id: 'history:older',
      label: 'Older version',
      group: 'Actions',
      shortcut: 'j',
      icon: IconArrowDown,
      enabled: at < versions.length - 1,
      run: () => choose(versions[at + 1]),
    },
    {
      id: 'history:newer',
      label: 'Newer version',
      group: 'Actions',
      shortcut: 'k',
      icon: IconArrowUp,
      enabled: at > 0,
      run: () => choose(versions[at - 1]),
    },
    {
      id: 'history:compare',
      label: 'Compare with now, or with the version before',
      group: 'Actions',
      shortcut: 'c',
      icon: IconRestore,
      run: () => change({ against: search.against === 'now' ? undefined : 'now' }),
    },
  ]);
  const names = new Map((screens.data ?? []).map((screen) => [`screen:${screen.uuid}`, screenLabel(screen)]));
  const parts = [...names].map(([value, label]) => ({ value, label }));
  if (search.part !== undefined && search.part !== SETTINGS && !names.has(search.part))
    parts.push({ value: search.part, label: partLabel(search.part, '', names) });
  const onRestored = () => onSearch(search.part === undefined ? {} : { part: search.part });
  const isScreen = search.part?.startsWith('screen:') ?? false;

  return (
    <div className={layout.wideStack}>
      <Group gap="xs" align="end">
        {owner.kind === 'lesson' ? (
          <Select
            label="Show"
            size="xs"
            w={220}
            clearable
            placeholder="The whole lesson"
            data={[{ value: SETTINGS, label: partLabel(SETTINGS, '', names) }, ...parts]}
            value={search.part ?? null}
            onChange={(part) => onSearch(part === null ? {} : { part })}
          />
        ) : null}
        <Select
          label="Person"
          size="xs"
          w={170}
          clearable
          placeholder="Everyone"
          data={(listed.data?.pages[0]?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={search.by === undefined ? null : String(search.by)}
          onChange={(by) => change({ by: by === null ? undefined : Number(by), version: undefined })}
        />
        <Select
          label="Cause"
          size="xs"
          w={170}
          clearable
          placeholder="Every cause"
          data={Object.entries(CAUSES).map(([value, label]) => ({ value, label }))}
          value={search.cause ?? null}
          onChange={(cause) => change({ cause: cause ?? undefined, version: undefined })}
        />
        {isScreen ? (
          <Select
            label="Who wrote each line"
            size="xs"
            w={170}
            clearable
            placeholder="Choose a text"
            data={WRITTEN_TEXTS.map((value) => ({ value, label: SCREEN_FIELD_LABELS[value] }))}
            value={search.lines ?? null}
            onChange={(lines) => change({ lines: lines ?? undefined, line: undefined })}
          />
        ) : null}
      </Group>
      <p className={classes.note}>{MESSAGES.retention}</p>
      <ErrorBanner text={listed.isError ? errorText(listed.error, MESSAGES.loadFailed) : null} onRetry={() => void listed.refetch()} />
      {listed.isPending ? <TableSkeleton /> : null}
      {listed.data && versions.length === 0 ? <EmptyState text={MESSAGES.empty} /> : null}
      {versions.length > 0 ? (
        <div className={classes.columns}>
          <nav className={classes.list} aria-label="Versions">
            {versions.map((version) => (
              <VersionButton
                key={version.id}
                version={version}
                names={names}
                kind={owner.kind}
                isChosen={version.id === chosen}
                onChoose={() => choose(version)}
              />
            ))}
            {listed.hasNextPage ? (
              <Button size="xs" variant="default" loading={listed.isFetchingNextPage} onClick={() => void listed.fetchNextPage()}>
                Show older versions
              </Button>
            ) : (
              <EarlierCommits
                owner={owner}
                oldest={versions.at(-1)}
                chosen={search.commit}
                onChoose={(commit) => change({ commit, version: undefined, since: undefined, lines: undefined, line: undefined })}
              />
            )}
          </nav>
          <div className={classes.pane}>
            {search.lines !== undefined && search.part !== undefined ? (
              <WrittenLines
                owner={owner}
                part={search.part}
                field={search.lines}
                line={search.line}
                onVersion={(version) => change({ version, lines: undefined, line: undefined })}
              />
            ) : chosen === undefined && search.commit === undefined ? null : (
              <>
                <Group gap="xs">
                  <SegmentedControl
                    size="xs"
                    aria-label="Compare with"
                    data={[
                      { value: 'before', label: search.since === undefined ? 'Changes in this version' : 'Changes since your last visit' },
                      { value: 'now', label: 'Compared with now' },
                    ]}
                    value={search.against ?? 'before'}
                    onChange={(against) => change({ against: against === 'now' ? 'now' : undefined })}
                  />
                  <SegmentedControl
                    size="xs"
                    aria-label="View"
                    data={[
                      { value: 'rendered', label: 'Rendered' },
                      { value: 'lines', label: 'Source' },
                    ]}
                    value={isAsLines ? 'lines' : 'rendered'}
                    onChange={(view) => setAsLines(view === 'lines')}
                  />
                </Group>
                {search.commit === undefined ? (
                  <VersionPane
                    key={`${chosen ?? ''} ${search.part ?? ''}`}
                    owner={owner}
                    search={{ ...search, version: chosen ?? 0 }}
                    names={names}
                    isAsLines={isAsLines}
                    isReadOnly={isReadOnly}
                    onRestored={onRestored}
                  />
                ) : (
                  <CommitPane
                    key={search.commit}
                    owner={owner}
                    sha={search.commit}
                    against={search.against}
                    isAsLines={isAsLines}
                    isReadOnly={isReadOnly}
                    onRestored={onRestored}
                  />
                )}
              </>
            )}
          </div>
        </div>
      ) : null}
    </div>
  );
}

function withoutUndefined(search: object): HistorySearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

const VERBS = { added: 'added', changed: 'changed', deleted: 'deleted' } as const;
/** Parts named in the list. */
const NAMED_MAX = 3;

function summaryOf({ message, parts, cause }: Version, names: ReadonlyMap<string, string>, kind: Owner['kind']): string {
  if (message !== null) return message;
  if (cause === 'before') return CAUSES.before;
  const shown = partsToName(parts);
  const named = shown.slice(0, NAMED_MAX).map(({ part, title, change }) => `${partLabel(part, title, names, kind)} ${VERBS[change]}`);
  const more = shown.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

interface VersionButtonProps {
  version: Version;
  names: ReadonlyMap<string, string>;
  kind: Owner['kind'];
  isChosen: boolean;
  onChoose: () => void;
}

function VersionButton({ version, names, kind, isChosen, onChoose }: VersionButtonProps) {
  const { at, by, cause, commit } = version;
  return (
    <button type="button" className={classes.version} aria-current={isChosen || undefined} onClick={onChoose}>
      <span className={classes.who}>
        <strong>{by ?? 'Lessonwright'}</strong> <RelativeTime at={at} />
      </span>
      <span className={classes.what}>{summaryOf(version, names, kind)}</span>
      <span className={classes.badges}>
        {cause === 'page' || cause === 'before' ? null : <Badge size="sm">{CAUSES[cause]}</Badge>}
        {commit === null ? null : <code>{commit.slice(0, 7)}</code>}
      </span>
    </button>
  );
}
