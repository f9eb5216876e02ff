import type { Generated, GeneratedAlways } from 'kysely';
import type { CommentTag, Quote } from '../contract.ts';
import type { JsonOrNull, JsonWithDefault } from '#platform/server/database/column-types.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    comments: CommentTable;
    comment_messages: CommentMessageTable;
  }
}

interface CommentTable {
  id: GeneratedAlways<number>;
  screen_id: number;
  user_id: number;
  comment: string;
  tags: JsonWithDefault<CommentTag[]>;
  mandatory: Generated<boolean>;
  quote: JsonOrNull<Quote>;
  created_at: Generated<Date>;
  completed_at: Date | null;
  completed_by: number | null;
  approved_at: Date | null;
  archived_at: Date | null;
}

interface CommentMessageTable {
  id: GeneratedAlways<number>;
  comment_id: number;
  user_id: number;
  message: string;
  created_at: Generated<Date>;
}
