import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { targetReleases } from '#features/releases/releases.policy.ts';
import { NewReleaseInputs } from '#features/releases/web/new-release-fields.tsx';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { useNewRelease } from '#features/releases/web/use-new-release.ts';
import { counted } from '#platform/contract/counted.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { errorText, failureText } from '#platform/web/error-text.ts';
import { isAbort, useOperation, type OperationContext } from '#platform/web/operation.ts';
import { Arrival } from '#platform/web/ui/arrival.tsx';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { LinkButton } from '#platform/web/ui/links.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import type { CollectionReply } from '../../contract/collections.ts';
import type { CodeUse } from '../../contract/import-file.ts';
import { ImportOptionsFields } from '../files/import-options.tsx';
import { collectionsQuery, sendCollection, useRefreshAfterImport, type CollectionInput } from './api.ts';
import { chooseAll, summaryOf, withNumbers, type ChosenDocument } from './chosen-documents.ts';
import { CollectionSource, sourceProblem } from './collection-source.tsx';
import { DocumentList } from './document-list.tsx';
import { ConflictList, SkippedList } from './import-notes.tsx';
import { MESSAGES } from './messages.ts';
import dialog from '../files/import-file.module.css';
import classes from './import-collection.module.css';

const NEW = 'new';

/** Imports a zip, a folder or a repository of documents as a course, or a newer version of one that was imported before. */
export default function CollectionDialog({ onClose }: { onClose: () => void }) {
  const collections = useQuery(collectionsQuery);
  const releases = useQuery(releasesQuery);
  const lessons = useQuery(lessonsQuery);
  const { run, ...operation } = useOperation();
  const refresh = useRefreshAfterImport();
  const [input, setInput] = useState<CollectionInput>({ kind: 'zip', file: null });
  const [version, setVersion] = useState<number | null>(null);
  const [into, setInto] = useState<number | null>(null);
  const [options, setOptions] = useState<{ code: CodeUse; earlierCode: boolean }>({ code: 'answer', earlierCode: true });
  const [preview, setPreview] = useState<CollectionReply | null>(null);
  const [documents, setDocuments] = useState<readonly ChosenDocument[]>([]);
  const [done, setDone] = useState<CollectionReply | null>(null);
  const [courseName, setCourseName] = useState('');
  const [givenFirst, setFirst] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const fields = useNewRelease(releases.data ?? [], { isSuggested: true, error });

  const { isRunning } = operation;
  const submitButton = useRef<HTMLButtonElement>(null);
  const existing = (lessons.data ?? []).map(({ sequence }) => sequence);
  const first = givenFirst ?? String(Math.max(0, ...existing) + 1);
  const numbered = withNumbers(documents, Number(first));
  const chosen = numbered.filter(({ isChosen }) => isChosen);
  // Another release may have a lesson of the same number.
  const taken = new Set((lessons.data ?? []).filter((row) => row.is_main || row.release_id === into).map(({ sequence }) => sequence));
  const clash = chosen.find(({ is_known, number }) => !is_known && number !== null && taken.has(number));
  const firstError = first === '' ? MESSAGES.numberMissing : clash ? MESSAGES.numberTaken(clash.number ?? 0) : null;
  const inputError = isChecked ? sourceProblem(input) : null;
  // A newer version of a collection may belong to a merged release.
  const targets = targetReleases(releases.data ?? []);
  const releaseError = isChecked && version !== null && into === null ? MESSAGES.releaseMissing : null;

  const forget = () => {
    setPreview(null);
    setDocuments([]);
    setError(null);
    setChecked(false);
  };
  const chooseVersion = (value: string | null) => {
    forget();
    const collection = collections.data?.find(({ id }) => String(id) === value);
    setVersion(collection?.id ?? null);
    setInto(collection?.release_id ?? null);
    if (collection) setOptions({ code: collection.code, earlierCode: collection.earlier_code });
    if (collection && collection.git_url !== null) setInput({ kind: 'git', url: collection.git_url, branch: collection.git_branch });
  };
  const send = (isPreview: boolean) => (context: OperationContext) =>
    sendCollection(
      {
        input,
        ...options,
        firstNumber: Number(first),
        version: version !== null && into !== null ? { collectionId: version, releaseId: into } : null,
        into: isPreview
          ? null
          : {
              documents: chosen.map(({ path }) => path),
              courseName: courseName.trim(),
              releaseName: fields.name.trim(),
              branchName: fields.branch.trim(),
              commit: preview?.commit ?? null,
            },
      },
      context,
    );
  const perform = async (isPreview: boolean) => {
    setError(null);
    try {
      const reply = await run(send(isPreview));
      if (isPreview) {
        setPreview(reply);
        setDocuments(chooseAll(reply.documents));
        setCourseName(reply.title);
        if (fields.name === '') fields.setName(reply.title);
        setChecked(false);
      } else {
        setDone(reply);
        refresh();
      }
    } catch (failure) {
      if (!isAbort(failure)) setError(failure);
      // It was disabled, and lost the focus.
      requestAnimationFrame(() => submitButton.current?.focus());
    }
  };
  const submit = () => {
    setChecked(true);
    if (isRunning || sourceProblem(input) !== null || (version !== null && into === null)) return;
    if (preview === null) void perform(true);
    else if (chosen.length > 0 && firstError === null && (version !== null || (fields.check() && courseName.trim() !== '')))
      void perform(false);
  };

  if (done?.imported) {
    const { imported } = done;
    return (
      <TaskDialog title="Import a collection" size="xl" isRunning={false} onClose={onClose}>
        <Stack>
          <Arrival label="Result">
            <Banner kind="success">{MESSAGES.done(counted(imported.lessons, 'lesson'), imported.release_name)}</Banner>
          </Arrival>
          <ConflictList conflicts={done.conflicts} />
          <DocumentList
            documents={done.documents.map((document) => ({ ...document, isChosen: true, number: document.sequence }))}
            isEditable={false}
            isDisabled
            onChange={() => undefined}
          />
          <SkippedList skipped={done.skipped} />
          <Group justify="flex-end" gap="xs" className={dialog.footer ?? ''}>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <LinkButton variant="default" to="/releases">
              Open releases
            </LinkButton>
            {imported.course_id === null ? null : (
              <LinkButton to="/course/$courseId" params={{ courseId: imported.course_id }}>
                Open the course
              </LinkButton>
            )}
          </Group>
        </Stack>
      </TaskDialog>
    );
  }
  return (
    <TaskDialog title="Import a collection" size="xl" isRunning={isRunning} onClose={onClose}>
      <form
        noValidate
        aria-label="Import a collection"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {version === null ? MESSAGES.about : MESSAGES.merges}
          </Text>
          {collections.isError ? <ErrorBanner text={failureText(collections.error, MESSAGES.collectionsFailed)} /> : null}
          {(collections.data ?? []).length > 0 ? (
            <div className={classes.fields}>
              <Select
                className={classes.wide ?? ''}
                label="Import as"
                allowDeselect={false}
                disabled={isRunning}
                data={[
                  { value: NEW, label: 'A new course in its own release' },
                  ...(collections.data ?? []).map(({ id, title, release_id }) => ({
                    value: String(id),
                    label: `A newer version of ${title}${nameOf(release_id)}`,
                  })),
                ]}
                value={version === null ? NEW : String(version)}
                onChange={chooseVersion}
              />
              {version === null ? null : (
                <Select
                  className={classes.wide ?? ''}
                  label="Merge into"
                  searchable
                  allowDeselect={false}
                  disabled={isRunning}
                  error={releaseError}
                  data={targets.map(({ id, name }) => ({ value: String(id), label: name }))}
                  value={into === null ? null : String(into)}
                  onChange={(value) => {
                    forget();
                    setInto(value === null ? null : Number(value));
                  }}
                />
              )}
            </div>
          ) : null}
          <CollectionSource
            input={input}
            error={inputError}
            isDisabled={isRunning}
            onChange={(next) => {
              forget();
              setInput(next);
            }}
          />
          <ImportOptionsFields
            options={{ ...options, releaseId: null }}
            hasReleases={false}
            isDisabled={isRunning}
            onChange={({ code, earlierCode }) => {
              forget();
              setOptions({ code: code ?? options.code, earlierCode: earlierCode ?? options.earlierCode });
            }}
          />
          {preview ? (
            <>
              <Arrival label="Preview">
                <Text fw={600}>{MESSAGES.found(summaryOf(documents))}</Text>
              </Arrival>
              {version === null ? (
                <>
                  <TextInput
                    label="Course"
                    maxLength={LIMITS.titleMax}
                    autoComplete="off"
                    disabled={isRunning}
                    error={isChecked && courseName.trim() === '' ? MESSAGES.nameMissing : null}
                    value={courseName}
                    onChange={(event) => setCourseName(event.currentTarget.value)}
                  />
                  <NewReleaseInputs
                    fields={fields}
                    nameLabel="Release"
                    branchHint="A new branch, created from main and pushed to the code host"
                    isDisabled={isRunning}
                  />
                </>
              ) : null}
              <TextInput
                label="First lesson number"
                inputMode="numeric"
                autoComplete="off"
                maxLength={String(LIMITS.sequenceMax).length}
                disabled={isRunning}
                error={firstError}
                value={first}
                onChange={(event) => setFirst(event.currentTarget.value.replace(/\D/g, ''))}
              />
              <ConflictList conflicts={preview.conflicts} />
              <Text size="sm" c="dimmed">
                {preview.contents === null ? MESSAGES.byName : MESSAGES.listedIn(preview.contents)}
              </Text>
              <DocumentList documents={numbered} isEditable isDisabled={isRunning} onChange={setDocuments} />
              <SkippedList skipped={preview.skipped} />
            </>
          ) : null}
          <Stack gap="xs" className={dialog.footer ?? ''}>
            {error === null ? null : <ErrorBanner text={errorText(error, MESSAGES.failed)} />}
            <ProgressPanel operation={operation} what="Sending the files" />
            <Group justify="flex-end" gap="xs">
              <Text size="sm" role="status" className={dialog.told ?? ''}>
                {preview && chosen.length === 0 ? MESSAGES.noneChosen : ''}
              </Text>
              <Button variant="default" onClick={onClose} disabled={isRunning}>
                Cancel
              </Button>
              <Button ref={submitButton} type="submit" loading={isRunning} disabled={preview !== null && chosen.length === 0}>
                {preview === null ? 'Preview' : `Import ${counted(chosen.length, 'lesson')}`}
              </Button>
            </Group>
          </Stack>
        </Stack>
      </form>
    </TaskDialog>
  );

  function nameOf(releaseId: number | null): string {
    const name = releases.data?.find(({ id }) => id === releaseId)?.name;
    return name === undefined ? '' : ` (${name})`;
  }
}
