import { Select } from '@mantine/core';
import type { z } from 'zod';
import { SKILL_LEVELS, SkillLevel } from '../contract/lessons.ts';

type Level = z.output<typeof SkillLevel>;

interface LevelSelectProps {
  label: string;
  value: Level | null;
  onChange: (level: Level | null) => void;
  isReadOnly: boolean;
  error: string | undefined;
}

/** Chooses a skill level, or none. */
export function LevelSelect({ label, value, onChange, isReadOnly, error }: LevelSelectProps) {
  return (
    <Select
      label={label}
      data={SKILL_LEVELS.map((name, level) => ({ value: String(level), label: name }))}
      value={value === null ? null : String(value)}
      clearable={!isReadOnly}
      clearButtonProps={{ 'aria-label': 'Clear level' }}
      readOnly={isReadOnly}
      error={error}
      onChange={(level) => onChange(level === null ? null : SkillLevel.parse(Number(level)))}
    />
  );
}
