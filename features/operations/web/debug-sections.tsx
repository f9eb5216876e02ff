import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { fileSizeText } from '#platform/web/ui/file-size-text.ts';
import { TextLink } from '#platform/web/ui/links.tsx';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { RelativeTime } from '#platform/web/ui/relative-time.tsx';
import type { DebugState, Failure, StorageUse } from '../contract/debug.ts';
import { FAILURE_NAMES, MESSAGES, PART_NAMES } from './messages.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from './operations.module.css';

/** Every part: up, or what is wrong and how to fix it. */
export function PartsSection({ parts }: Pick<DebugState, 'parts'>) {
  return (
    <Section title="Parts">
      <ul className={classes.parts}>
        {parts.map(({ name, up, reason, advice }) => (
          <li key={name} data-up={up}>
            {up ? <IconCircleCheck size={18} aria-hidden /> : <IconCircleX size={18} aria-hidden />}
            <div>
              <strong>{PART_NAMES[name]}</strong>: {up ? 'up' : 'down'}
              {reason === null ? null : <p>{reason}</p>}
              {advice === null ? null : <p className={layout.dimmed}>{advice}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Job queues, and runners with their warm slots. */
export function WorkSection({ queues, runners, cannot_run, sessions, environments, environment_bytes }: DebugState) {
  return (
    <>
      <Section title="Queues">
        {queues.length === 0 ? <p>{MESSAGES.noQueues}</p> : null}
        <Table
          heads={['Queue', 'Waiting', 'Active', 'Retrying', 'Failed', 'Oldest']}
          rows={queues.map(({ name, waiting, active, retrying, failed, oldest }) => [
            name,
            waiting,
            active,
            retrying,
            failed,
            oldest === null ? '–' : <RelativeTime key="oldest" at={oldest} />,
          ])}
        />
      </Section>
      <Section title="Runners">
        {runners.length === 0 ? <p>{MESSAGES.noRunners}</p> : cannot_run.map((text) => <p key={text}>{text}</p>)}
        <Table
          heads={['Runner', 'State', 'Running', 'Queued', 'Capacity', 'Warm slots (idle, busy)', 'Languages']}
          rows={runners.map(({ name, up, reason, running, queued, capacity, slots, languages }) => [
            name,
            up ? (reason ?? 'up') : (reason ?? 'down'),
            running,
            queued,
            capacity,
            slots.map(({ environment, idle, busy }) => `${environment}: ${idle}, ${busy}`).join('; ') || '–',
            languages.map(({ language, versions }) => [language, ...versions].join(' ')).join(', ') || '–',
          ])}
        />
        <p>
          {sessions} open sessions, {environments} built environments ({fileSizeText(environment_bytes)} on all runners).
        </p>
      </Section>
    </>
  );
}

/** Database, files and repositories, with their sizes. */
export function StoresSection({
  database,
  blobs,
  repositories,
  runner_folders,
  versions,
  memory,
  live_connections,
  started_at,
}: DebugState) {
  return (
    <>
      <Section title="Stores">
        <Table
          heads={['Store', 'What', 'Size']}
          rows={[
            [
              'Database',
              `PostgreSQL ${database.version}, ${database.kind}, ${counted(database.connections, 'connection')}`,
              fileSizeText(database.bytes),
            ],
            [
              'Files',
              `${blobs.place} (${blobs.count === null ? MESSAGES.counting : `${blobs.count} files`})`,
              blobs.bytes === null ? MESSAGES.counting : fileSizeText(blobs.bytes),
            ],
            ...repositories.map(({ name, bytes, branches }) => [
              name,
              branches === null ? 'no response' : `${branches} branches`,
              bytes === null ? '–' : fileSizeText(bytes),
            ]),
            ...(runner_folders === null ? [['Runner', MESSAGES.counting, MESSAGES.counting]] : []),
            ...(runner_folders ?? []).map(({ name, bytes }) => ['Runner', name, fileSizeText(bytes)]),
          ]}
        />
      </Section>
      <Section title="Processes">
        <Table heads={['Process', 'Id', 'Memory']} rows={memory.map(({ process, pid, bytes }) => [process, pid, fileSizeText(bytes)])} />
        <p>
          {versions.map(({ name, version }) => `${name} ${version}`).join(' · ')}. Started <RelativeTime at={started_at} />,{' '}
          {counted(live_connections, 'connected page')}.
        </p>
      </Section>
    </>
  );
}

/** The last errors in the log. */
export function ErrorsSection({ errors, uncaught_errors: uncaught }: Pick<DebugState, 'errors' | 'uncaught_errors'>) {
  return (
    <Section title="Last errors">
      {uncaught.last_at === null ? null : (
        <p>
          {counted(uncaught.count, 'uncaught error')} since the last start, most recently <RelativeTime at={uncaught.last_at} />.{' '}
          {MESSAGES.uncaught}
        </p>
      )}
      {errors.length === 0 ? <p>{MESSAGES.noErrors}</p> : null}
      {errors.length === 0 ? null : (
        <Table
          heads={['When', 'What', 'Error', 'Request']}
          rows={errors.map(({ at, text, error, request_id }) => [<RelativeTime key="at" at={at} />, text, error ?? '–', request_id ?? '–'])}
        />
      )}
    </Section>
  );
}

/** Runs, jobs, deploys and builds that failed lately, with the reason. */
export function FailuresSection({ failures }: { failures: readonly Failure[] }) {
  return (
    <Section title="Failed lately">
      {failures.length === 0 ? <p>{MESSAGES.noFailures}</p> : null}
      <Table
        heads={['When', 'What', 'Reason']}
        rows={failures.map(({ at, kind, name, lesson_id, reason, is_retried }) => [
          <RelativeTime key="at" at={at} />,
          <span key="what">
            {FAILURE_NAMES[kind]} {name}
            {is_retried ? ' (retrying)' : null}
            {lesson_id === null ? null : (
              <>
                {' · '}
                <TextLink to="/lesson/$lessonId" params={{ lessonId: lesson_id }} inherit underline="always">
                  Lesson
                </TextLink>
              </>
            )}
          </span>,
          reason,
        ])}
      />
    </Section>
  );
}

/** The lessons and datasets whose files are the largest. */
export function StorageSection({ lessons, datasets }: StorageUse) {
  return (
    <Section title="Largest files">
      {lessons.length + datasets.length === 0 ? <p>{MESSAGES.noStorage}</p> : <p className={layout.dimmed}>{MESSAGES.storage}</p>}
      <Table
        heads={['Lesson', 'Release', 'Files', 'Size']}
        rows={lessons.map(({ id, title, release, files, bytes }) => [
          <TextLink key="lesson" to="/lesson/$lessonId" params={{ lessonId: id }} inherit>
            {title}
          </TextLink>,
          release,
          files,
          fileSizeText(bytes),
        ])}
      />
      <Table
        heads={['Dataset', 'Versions', 'Size']}
        rows={datasets.map(({ id, name, versions, bytes }) => [
          <TextLink key="dataset" to="/datasets/$datasetId" params={{ datasetId: id }} inherit>
            {name}
          </TextLink>,
          versions,
          fileSizeText(bytes),
        ])}
      />
    </Section>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function Table({ heads, rows }: { heads: readonly string[]; rows: readonly (readonly ReactNode[])[] }) {
  if (rows.length === 0) return null;
  return (
    <div className={classes.scroller} {...KEYBOARD_SCROLL} role="group" aria-label={heads[0]}>
      <table className={classes.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // Rows have no id and are always replaced together.
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={heads[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
