import { SegmentedControl } from '@mantine/core';
import { IconEye, IconLayoutColumns, IconPencil } from '@tabler/icons-react';
import classes from './markdown-editor.module.css';

const VIEWS = [
  { id: 'write', label: 'Write', icon: IconPencil },
  { id: 'split', label: 'Split', icon: IconLayoutColumns },
  { id: 'preview', label: 'Preview', icon: IconEye },
] as const;
export type EditorViewId = (typeof VIEWS)[number]['id'];

/** Whether a stored value is a known view. */
export function isEditorView(value: unknown): value is EditorViewId {
  return VIEWS.some(({ id }) => id === value);
}

interface ViewSwitchProps {
  label: string;
  value: EditorViewId;
  /** There is room for both at once. */
  hasSplit: boolean;
  onChange: (view: EditorViewId) => void;
}

/** Shows the source, the preview, or both. */
export function ViewSwitch({ label, value, hasSplit, onChange }: ViewSwitchProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={`View of ${label}`}
      data={VIEWS.filter(({ id }) => hasSplit || id !== 'split').map(({ id, label: name, icon: Sign }) => ({
        value: id,
        label: (
          <span className={classes.view} title={name}>
            <Sign size={15} stroke={1.7} aria-hidden />
            <span>{name}</span>
          </span>
        ),
      }))}
      value={value}
      onChange={(next) => onChange(next)}
    />
  );
}
