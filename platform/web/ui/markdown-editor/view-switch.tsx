import { SegmentedControl } from '@mantine/core';
import { IconEye, IconLayoutColumns, IconMarkdown, IconPencil } from '@tabler/icons-react';
import classes from './markdown-editor.module.css';

const VIEWS = [
  { id: 'live', label: 'Live', icon: IconPencil },
  { id: 'source', label: 'Source', icon: IconMarkdown },
  { id: 'split', label: 'Split', icon: IconLayoutColumns },
  { id: 'preview', label: 'Preview', icon: IconEye },
] as const;
export type EditorViewId = (typeof VIEWS)[number]['id'];

/** The view that a browser stored. Earlier versions stored the source as `write`. */
export function storedView(value: unknown): EditorViewId {
  if (value === 'write') return 'source';
  return VIEWS.find(({ id }) => id === value)?.id ?? 'live';
}

interface ViewSwitchProps {
  label: string;
  value: EditorViewId;
  /** There is room for both at once. */
  hasSplit: boolean;
  onChange: (view: EditorViewId) => void;
}

/** Chooses between Live, the source, the preview, and source beside preview. */
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
