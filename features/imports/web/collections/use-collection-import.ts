import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lessonsQuery } from '#features/lessons/web/queries.ts';
import { releasesQuery } from '#features/releases/web/queries.ts';
import { useNewRelease } from '#features/releases/web/use-new-release.ts';
import { isAbort, useOperation, type OperationContext } from '#platform/web/operation.ts';
import type { CollectionReply } from '../../contract/collections.ts';
import { FIRST_OPTIONS } from '../files/api.ts';
import { type CollectionOptions, collectionsQuery, sendCollection, useRefreshAfterImport, type CollectionInput } from './api.ts';
import { chooseAll, withNumbers, type ChosenDocument } from './chosen-documents.ts';
import { sourceProblem } from './collection-source.tsx';
import { MESSAGES } from './messages.ts';

/**
 * One import of a collection: where it comes from, its preview, what of it is chosen, and its result. A change of what the preview was
 * made of forgets the preview.
 *
 * @param onFailed Called after a call that failed.
 */
export function useCollectionImport(onFailed: () => void) {
  const collections = useQuery(collectionsQuery);
  const releases = useQuery(releasesQuery);
  const lessons = useQuery(lessonsQuery);
  const { run, ...operation } = useOperation();
  const refresh = useRefreshAfterImport();
  const [input, setInput] = useState<CollectionInput>({ kind: 'zip', file: null });
  const [version, setVersion] = useState<number | null>(null);
  const [into, setInto] = useState<number | null>(null);
  const [options, setOptions] = useState<CollectionOptions>(FIRST_OPTIONS);
  const [preview, setPreview] = useState<CollectionReply | null>(null);
  const [documents, setDocuments] = useState<readonly ChosenDocument[]>([]);
  const [done, setDone] = useState<CollectionReply | null>(null);
  const [courseName, setCourseName] = useState('');
  const [givenFirst, setFirst] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const fields = useNewRelease(releases.data ?? [], { isSuggested: true, error });

  const existing = (lessons.data ?? []).map(({ sequence }) => sequence);
  const first = givenFirst ?? String(Math.max(0, ...existing) + 1);
  const numbered = withNumbers(documents, Number(first));
  const chosen = numbered.filter(({ isChosen }) => isChosen);
  // Another release may have a lesson of the same number.
  const taken = new Set((lessons.data ?? []).filter((row) => row.is_main || row.release_id === into).map(({ sequence }) => sequence));
  const clash = chosen.find(({ is_known, number }) => !is_known && number !== null && taken.has(number));
  const firstError = first === '' ? MESSAGES.numberMissing : clash ? MESSAGES.numberTaken(clash.number ?? 0) : null;

  const forget = () => {
    setPreview(null);
    setDocuments([]);
    setError(null);
    setChecked(false);
  };
  const chooseVersion = (id: number | null) => {
    forget();
    const collection = collections.data?.find((each) => each.id === id);
    setVersion(collection?.id ?? null);
    setInto(collection?.release_id ?? null);
    if (collection) setOptions({ ...FIRST_OPTIONS, code: collection.code, earlierCode: collection.earlier_code });
    if (collection && collection.git_url !== null) setInput({ kind: 'git', url: collection.git_url, branch: collection.git_branch });
  };
  const send = (isPreview: boolean) => (context: OperationContext) =>
    sendCollection(
      {
        input,
        options,
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
      onFailed();
    }
  };
  const submit = () => {
    setChecked(true);
    if (operation.isRunning || sourceProblem(input) !== null || (version !== null && into === null)) return;
    if (preview === null) void perform(true);
    else if (chosen.length > 0 && firstError === null && (version !== null || (fields.check() && courseName.trim() !== '')))
      void perform(false);
  };

  return {
    operation,
    /** What was imported before; a newer version of it can be imported. */
    collections,
    releases: releases.data ?? [],
    input,
    inputError: isChecked ? sourceProblem(input) : null,
    setInput: (next: CollectionInput) => {
      forget();
      setInput(next);
    },
    /** The id of the collection of which this is a newer version; null: a new course. */
    version,
    chooseVersion,
    /** The id of the release that a newer version is merged into. */
    into,
    releaseError: isChecked && version !== null && into === null ? MESSAGES.releaseMissing : null,
    setInto: (id: number | null) => {
      forget();
      setInto(id);
    },
    options,
    setOptions: (next: typeof options) => {
      // What the preview shows stays the same with other packages.
      if (next.packages === options.packages) forget();
      setOptions(next);
    },
    /** Packages that the code of the chosen documents imports and that runs don't have. */
    packages: [...new Set(chosen.flatMap(({ report }) => report?.packages ?? []))],
    preview,
    /** The documents of the preview, with the numbers that their lessons get. */
    documents: numbered,
    setDocuments,
    chosen,
    courseName,
    nameError: isChecked && courseName.trim() === '' ? MESSAGES.nameMissing : null,
    setCourseName,
    /** The number of the first lesson, as text. */
    first,
    firstError,
    setFirst,
    /** Name and branch of the new release. */
    fields,
    done,
    error,
    submit,
  };
}
