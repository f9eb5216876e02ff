import type { z } from 'zod';
import type { Editor } from '#platform/web/ui/editing/use-editor.ts';
import type { SkillLevel } from '../contract/lessons.ts';
import { LevelSelect } from './level-select.tsx';

interface LevelFieldProps<F extends object> {
  editor: Editor<F>;
  label: string;
  isReadOnly: boolean;
}

/** The skill level of something that is edited. */
export function LevelField<F extends { skill_level: z.output<typeof SkillLevel> | null }>({
  editor,
  label,
  isReadOnly,
}: LevelFieldProps<F>) {
  return (
    <LevelSelect
      label={label}
      value={editor.fields.skill_level}
      isReadOnly={isReadOnly}
      error={editor.fieldErrors['skill_level']}
      onChange={(skill_level) => editor.edit({ skill_level } as Partial<F>)}
    />
  );
}
