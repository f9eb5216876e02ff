import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { targetReleases } from '#features/releases/releases.policy.ts';
import { NewReleaseInputs } from '#features/releases/web/new-release-fields.tsx';
import { counted } from '#platform/contract/counted.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { errorText, failureText } from '#platform/web/error-text.ts';
import { Arrival } from '#platform/web/ui/arrival.tsx';
import { ErrorBanner } from '#platform/web/ui/banner.tsx';
import { ProgressPanel } from '#platform/web/ui/progress-panel.tsx';
import { TaskDialog } from '#platform/web/ui/task-dialog.tsx';
import { ImportOptionsFields } from '../files/import-options.tsx';
import { summaryOf } from './chosen-documents.ts';
import { CollectionResult } from './collection-result.tsx';
import { CollectionSource } from './collection-source.tsx';
import { DocumentList } from './document-list.tsx';
import { ConflictList, SkippedList } from './import-notes.tsx';
import { MESSAGES } from './messages.ts';
import { useCollectionImport } from './use-collection-import.ts';
import classes from '../imports.module.css';

const NEW = 'new';

/** Imports a zip, a folder or a repository of documents as a course, or a newer version of one that was imported before. */
export default function CollectionDialog({ onClose }: { onClose: () => void }) {
  const submitButton = useRef<HTMLButtonElement>(null);
  // It was disabled, and lost the focus.
  const focusAgain = () => requestAnimationFrame(() => submitButton.current?.focus());
  const { operation, collections, releases, input, version, into, options, preview, chosen, fields, done, error, ...collection } =
    useCollectionImport(focusAgain);
  const { isRunning } = operation;
  // A newer version of a collection may belong to a merged release.
  const targets = targetReleases(releases);

  if (done?.imported) {
    return (
      <TaskDialog title="Import a collection" size="xl" isRunning={false} onClose={onClose}>
        <CollectionResult done={done} imported={done.imported} onClose={onClose} />
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
          collection.submit();
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
                onChange={(value) => collection.chooseVersion(value === NEW ? null : Number(value))}
              />
              {version === null ? null : (
                <Select
                  className={classes.wide ?? ''}
                  label="Merge into"
                  searchable
                  allowDeselect={false}
                  disabled={isRunning}
                  error={collection.releaseError}
                  data={targets.map(({ id, name }) => ({ value: String(id), label: name }))}
                  value={into === null ? null : String(into)}
                  onChange={(value) => collection.setInto(value === null ? null : Number(value))}
                />
              )}
            </div>
          ) : null}
          <CollectionSource input={input} error={collection.inputError} isDisabled={isRunning} onChange={collection.setInput} />
          <ImportOptionsFields
            options={{ ...options, releaseId: null }}
            hasReleases={false}
            isDisabled={isRunning}
            packages={collection.packages}
            onChange={({ releaseId: _release, ...changed }) => collection.setOptions({ ...options, ...changed })}
          />
          {preview ? (
            <>
              <Arrival label="Preview">
                <Text fw={600}>{MESSAGES.found(summaryOf(collection.documents))}</Text>
              </Arrival>
              {version === null ? (
                <>
                  <TextInput
                    label="Course"
                    maxLength={LIMITS.titleMax}
                    autoComplete="off"
                    disabled={isRunning}
                    error={collection.nameError}
                    value={collection.courseName}
                    onChange={(event) => collection.setCourseName(event.currentTarget.value)}
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
                error={collection.firstError}
                value={collection.first}
                onChange={(event) => collection.setFirst(event.currentTarget.value.replace(/\D/g, ''))}
              />
              <ConflictList conflicts={preview.conflicts} />
              <Text size="sm" c="dimmed">
                {preview.contents === null ? MESSAGES.byName : MESSAGES.listedIn(preview.contents)}
              </Text>
              <DocumentList documents={collection.documents} isEditable isDisabled={isRunning} onChange={collection.setDocuments} />
              <SkippedList skipped={preview.skipped} />
            </>
          ) : null}
          <Stack gap="xs" className={classes.footer ?? ''}>
            {error === null ? null : <ErrorBanner text={errorText(error, MESSAGES.failed)} />}
            <ProgressPanel operation={operation} what="Sending the files" />
            <Group justify="flex-end" gap="xs">
              <Text size="sm" role="status" className={classes.told ?? ''}>
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
    const name = releases.find(({ id }) => id === releaseId)?.name;
    return name === undefined ? '' : ` (${name})`;
  }
}
