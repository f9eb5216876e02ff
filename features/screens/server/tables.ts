import type { Table } from '#platform/server/database/tables.ts';
import type { ScreenFields, ScreenType } from '../contract/screens.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    screens: Table<'screens', { type: ScreenType; fields: ScreenFields }>;
    screen_items: Table<'screen_items', { kind: 'question' | 'skill' }>;
  }
}
