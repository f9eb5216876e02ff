import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { useRef } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { FileDrop } from '#platform/web/ui/file-drop.tsx';
import type { CollectionInput } from './api.ts';
import { MESSAGES } from './messages.ts';
import drop from '#platform/web/ui/fields.module.css';
import classes from '../imports.module.css';

interface CollectionSourceProps {
  input: CollectionInput;
  /** What is wrong with it; null: nothing. */
  error: string | null;
  isDisabled: boolean;
  onChange: (input: CollectionInput) => void;
}

const EMPTY: Readonly<Record<CollectionInput['kind'], CollectionInput>> = {
  zip: { kind: 'zip', file: null },
  folder: { kind: 'folder', files: [] },
  git: { kind: 'git', url: '', branch: '' },
};

/** What is wrong with a source; null: it can be sent. */
export function sourceProblem(input: CollectionInput): string | null {
  if (input.kind === 'zip')
    return input.file === null ? MESSAGES.noSource : /\.(?:zip|imscc)$/i.test(input.file.name) ? null : MESSAGES.zipWrong;
  if (input.kind === 'folder') return input.files.length === 0 ? MESSAGES.noSource : null;
  return input.url.trim() === '' ? MESSAGES.noSource : null;
}

/** A zip, a folder, or the branch of a repository. */
export function CollectionSource({ input, error, isDisabled, onChange }: CollectionSourceProps) {
  return (
    <div className={classes.source}>
      <SegmentedControl
        aria-label="Where the collection is"
        disabled={isDisabled}
        value={input.kind}
        onChange={(kind) => onChange(EMPTY[kind])}
        data={[
          { value: 'zip', label: 'Zip' },
          { value: 'folder', label: 'Folder' },
          { value: 'git', label: 'Git repository' },
        ]}
      />
      {input.kind === 'zip' ? (
        <FileDrop
          label="Zip of documents"
          accept=".zip,.imscc,application/zip"
          hint={MESSAGES.zipHint}
          file={input.file}
          onFile={(file) => onChange({ kind: 'zip', file })}
          error={error}
          isDisabled={isDisabled}
        />
      ) : input.kind === 'folder' ? (
        <FolderInput files={input.files} error={error} isDisabled={isDisabled} onFiles={(files) => onChange({ kind: 'folder', files })} />
      ) : (
        <div className={classes.fields}>
          <TextInput
            className={classes.wide ?? ''}
            label="Repository"
            description={MESSAGES.urlHint}
            type="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={2_000}
            disabled={isDisabled}
            error={error}
            value={input.url}
            onChange={(event) => onChange({ ...input, url: event.currentTarget.value })}
          />
          <TextInput
            className={classes.narrow ?? ''}
            label="Branch"
            description={MESSAGES.branchHint}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            disabled={isDisabled}
            value={input.branch}
            onChange={(event) => onChange({ ...input, branch: event.currentTarget.value })}
          />
        </div>
      )}
    </div>
  );
}

interface FolderInputProps {
  files: readonly File[];
  error: string | null;
  isDisabled: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** A folder of this computer, with everything in it. */
function FolderInput({ files, error, isDisabled, onFiles }: FolderInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [first] = files;
  const name = first?.webkitRelativePath.split('/')[0] ?? '';
  return (
    <div className={drop.zone} role="group" aria-label="Folder of documents">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFolderOpen size={15} aria-hidden />}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        {first ? 'Choose another folder' : 'Choose a folder'}
      </Button>
      <span className={error === null ? classes.quiet : classes.error} role={error === null ? undefined : 'alert'}>
        {error ?? (first ? `${name} · ${counted(files.length, 'file')}` : MESSAGES.folderHint)}
      </span>
      <input
        ref={(element) => {
          input.current = element;
          // React doesn't know this attribute.
          element?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        multiple
        hidden
        aria-label="Folder of documents"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
