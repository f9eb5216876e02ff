import type { Generated, GeneratedAlways } from 'kysely';
import type { EnvironmentRequest } from '#platform/contract/runner-protocol.ts';
import type { RehearsalState } from '#features/rehearsals/contract.ts';
import type { Document, Json, JsonOrNull, JsonWithDefault } from '../column-types.ts';

// Rehearsals of upgrades.

export interface RehearsalTable {
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

export interface RehearsalBuildTable {
  rehearsal_id: number;
  environment_hash: string;
  request: JsonOrNull<EnvironmentRequest>;
  state: Generated<'open' | 'built' | 'failed'>;
  lock: string | null;
  installed: JsonWithDefault<{ name: string; version: string }[]>;
  error: string | null;
}

export interface RehearsalLessonTable {
  rehearsal_id: number;
  lesson_id: number;
  environment_hash: string;
  language_version: string | null;
  content_hash: string;
  is_same: Generated<boolean>;
  changes: JsonWithDefault<string[]>;
}

export interface RehearsalScreenTable {
  rehearsal_id: number;
  screen_id: number;
  lesson_id: number;
  report: JsonOrNull<Document>;
}
