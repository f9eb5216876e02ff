import { Checkbox, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { screenLabel } from '#features/content-model/rules/screen-label.ts';
import type { DataFile } from '#features/lesson-files/contract/data-files.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import { failureText } from '#platform/web/error-text.ts';
import { useRenameFile } from './api.ts';
import { modeOptions } from './file-modes.ts';
import { MESSAGES } from './messages.ts';
import type { FileFieldsEditor } from './use-file-fields.ts';
import classes from '../lesson-parts.module.css';

/** Beyond it a preview is the file. */
const LINES_MAX = 1_000_000;

interface FileSettingsProps {
  lessonId: number;
  file: DataFile;
  editor: Pick<FileFieldsEditor, 'fields' | 'edit' | 'choose'>;
  screens: readonly Pick<Screen, 'id' | 'sequence' | 'title'>[];
  /** The name of another file that is displayed first; null: there is none. */
  displayedFirst: string | null;
  isReadOnly: boolean;
  onRenamed: (name: string) => void;
}

/** The settings of a file: typed fields are saved after a pause, the others at once. */
export function FileSettings(props: FileSettingsProps) {
  const { lessonId, file, screens, displayedFirst, isReadOnly, onRenamed } = props;
  const { fields, edit, choose } = props.editor;
  const isTaken = displayedFirst !== null && !fields.display_first;
  return (
    <div className={classes.settings} role="group" aria-label={`Settings of ${file.file_name}`}>
      <NameField key={file.file_name} lessonId={lessonId} file={file} isReadOnly={isReadOnly} onRenamed={onRenamed} />
      <TextInput
        label="Alias"
        description="The name that code finds it by"
        placeholder={file.file_name}
        value={fields.alias}
        maxLength={300}
        readOnly={isReadOnly}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => edit({ alias: event.currentTarget.value })}
        onBlur={() => fields.alias.trim() === '' && choose({ alias: file.file_name })}
      />
      <MultiSelect
        label="Screens"
        placeholder={fields.screens.length === 0 ? 'All screens' : ''}
        data={screens.map((screen) => ({ value: String(screen.id), label: screenLabel(screen) }))}
        value={fields.screens.map(String)}
        readOnly={isReadOnly}
        searchable
        nothingFoundMessage="No screen matches."
        onChange={(ids) => choose({ screens: ids.map(Number) })}
      />
      <Select
        label="Mode"
        data={modeOptions(file)}
        value={fields.mode ?? ''}
        allowDeselect={false}
        readOnly={isReadOnly}
        onChange={(mode) => choose({ mode: mode === null || mode === '' ? null : mode })}
      />
      <Checkbox
        label="Display first"
        {...(isTaken ? { description: MESSAGES.displayFirstTaken(displayedFirst) } : {})}
        checked={fields.display_first}
        disabled={isReadOnly || isTaken}
        onChange={(event) => choose({ display_first: event.currentTarget.checked })}
      />
      <Checkbox
        label="Show in editor"
        description="A tab in the code pane; learners see the file beside the code"
        checked={fields.show_in_editor}
        disabled={isReadOnly}
        onChange={(event) => choose({ show_in_editor: event.currentTarget.checked })}
      />
      <Checkbox
        label="Preview"
        description="Learners see its first lines, whether or not it’s shown in the editor"
        checked={fields.preview}
        disabled={isReadOnly}
        onChange={(event) => choose({ preview: event.currentTarget.checked })}
      />
      {fields.preview ? (
        <NumberInput
          label="Lines"
          placeholder="All lines"
          min={1}
          max={LINES_MAX}
          allowDecimal={false}
          allowNegative={false}
          value={fields.lines ?? ''}
          readOnly={isReadOnly}
          onChange={(lines) => edit({ lines: typeof lines === 'number' && lines >= 1 ? lines : null })}
        />
      ) : null}
    </div>
  );
}

/** The name of a file with its folders. It is saved when it is complete, as each save renames the file. */
function NameField({ lessonId, file, isReadOnly, onRenamed }: Pick<FileSettingsProps, 'lessonId' | 'file' | 'isReadOnly' | 'onRenamed'>) {
  const [name, setName] = useState(file.file_name);
  const rename = useRenameFile(lessonId);
  const isChanged = name.trim() !== '' && name.trim() !== file.file_name;
  const save = () => {
    if (!isChanged || isReadOnly || rename.isPending) return;
    void rename.mutateAsync({ id: file.id, file_name: name.trim() }).then(
      () => onRenamed(name.trim()),
      () => undefined,
    );
  };
  return (
    <TextInput
      label="Name"
      description={MESSAGES.nameHint}
      value={name}
      maxLength={300}
      readOnly={isReadOnly}
      error={rename.isError ? failureText(rename.error, MESSAGES.renameFailed) : null}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
      }}
    />
  );
}
