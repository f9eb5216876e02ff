import type { Table } from '#platform/server/database/tables.ts';
import type { CommentTag, Quote } from '../contract.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    comments: Table<'comments', { tags: CommentTag[]; quote: Quote }>;
    comment_messages: Table<'comment_messages'>;
  }
}
