import type { Generated, GeneratedAlways } from 'kysely';
import type { EnvironmentRequest } from '#platform/contract/runner-protocol.ts';
import type { RehearsalState } from '../contract.ts';
import type { Document, Json, JsonOrNull, JsonWithDefault } from '#platform/server/database/column-types.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    rehearsals: RehearsalTable;
    rehearsal_builds: RehearsalBuildTable;
    rehearsal_lessons: RehearsalLessonTable;
    rehearsal_screens: RehearsalScreenTable;
  }
}

interface RehearsalTable {
  id: GeneratedAlways<number>;
  release_id: number;
  user_id: number | null;
  candidate: Json<Document>;
  state: Generated<RehearsalState>;
  error: string | null;
  is_planned: Generated<boolean>;
  started_at: Generated<Date>;
  finished_at: Date | null;
}

interface RehearsalBuildTable {
  rehearsal_id: number;
  environment_hash: string;
  request: JsonOrNull<EnvironmentRequest>;
  state: Generated<'open' | 'built' | 'failed'>;
  lock: string | null;
  installed: JsonWithDefault<{ name: string; version: string }[]>;
  error: string | null;
}

interface RehearsalLessonTable {
  rehearsal_id: number;
  lesson_id: number;
  environment_hash: string;
  language_version: string | null;
  content_hash: string;
  is_same: Generated<boolean>;
  changes: JsonWithDefault<string[]>;
}

interface RehearsalScreenTable {
  rehearsal_id: number;
  screen_id: number;
  lesson_id: number;
  report: JsonOrNull<Document>;
}
