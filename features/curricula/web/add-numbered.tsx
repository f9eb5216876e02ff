import { type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { errorText } from '#platform/web/error-text.ts';
import { addable } from '#platform/web/ui/picker-dialog/addable.ts';
import { PickerDialog } from '#platform/web/ui/picker-dialog/picker-dialog.tsx';

interface Version {
  id: number;
  sequence: number;
  release_id: number;
  release_name: string;
  is_main: boolean;
}

interface AddNumberedProps<V extends Version> {
  noun: 'Lesson' | 'Course';
  versions: UseQueryResult<V[]>;
  releaseId: number;
  /** What the list has already. */
  present: readonly { sequence: number }[];
  nameOf: (version: V) => string;
  add: UseMutationResult<void, Error, number[]>;
  texts: { loadFailed: string; addFailed: string; noneToAdd: string };
  onClose: () => void;
}

/** Chooses lessons for a course, or courses for a step, and adds them at the end of its list. */
export function AddNumbered<V extends Version>({ noun, versions, releaseId, present, nameOf, add, texts, onClose }: AddNumberedProps<V>) {
  const items = useMemo(
    () =>
      versions.data
        ? addable(versions.data, releaseId, present).map((version) => ({
            key: version.id,
            name: `${version.sequence} - ${nameOf(version)}`,
            note: version.release_name,
          }))
        : null,
    [versions.data, releaseId, present, nameOf],
  );
  const loadError = versions.isError ? errorText(versions.error, texts.loadFailed) : null;
  return (
    <PickerDialog
      title={`Add ${noun}s`}
      noun={noun}
      items={items}
      emptyHint={texts.noneToAdd}
      isBusy={add.isPending}
      error={loadError ?? (add.isError ? errorText(add.error, texts.addFailed) : null)}
      onAdd={(ids) => add.mutate(ids, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
