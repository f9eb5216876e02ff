import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { counted } from '#platform/contract/counted.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { SkillValues as Fields } from './api.ts';
import classes from '../screens.module.css';

const POINTS = Array.from({ length: LIMITS.skillPointsMax - LIMITS.skillPointsMin + 1 }, (_, index) => LIMITS.skillPointsMin + index);

interface SkillFieldsProps {
  /** What the fields are of, for their names: `Loops`, `new skill`. */
  name: string;
  fields: Fields;
  isOff: boolean;
  error: string | null;
  onChange: (fields: Fields) => void;
  onEnter: () => void;
}

/** Name and points of a skill. The name is without spaces around it: what is typed is shown until the input is left. */
export function SkillFields({ name, fields, isOff, error, onChange, onEnter }: SkillFieldsProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <>
      <TextInput
        className={classes.name ?? ''}
        aria-label={`Name of ${name}`}
        placeholder="New skill"
        maxLength={LIMITS.skillNameMax}
        value={typed?.trim() === fields.name ? typed : fields.name}
        error={error}
        disabled={isOff}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onChange({ ...fields, name: event.currentTarget.value.trim() });
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onEnter();
        }}
      />
      <NativeSelect
        size="sm"
        className={classes.points ?? ''}
        aria-label={`Points of ${name}`}
        disabled={isOff}
        data={POINTS.map((points) => ({ value: String(points), label: counted(points, 'point') }))}
        value={String(fields.point_value)}
        onChange={(event) => onChange({ ...fields, point_value: Number(event.currentTarget.value) })}
      />
    </>
  );
}
