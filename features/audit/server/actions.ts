import { AUDIT_KINDS, NO_DEEDS, type AuditKind } from '../contract/audit-kinds.ts';
import { CALL_PHRASES } from './call-phrases.ts';
import { describePhrase } from './nouns.ts';
import { PHRASES, type Phrase, type PhrasesByKind } from './phrases.ts';

/** What is known of each action, also of calls: `call.saveScreen`. */
const ACTIONS: ReadonlyMap<string, { readonly kind: AuditKind; readonly phrase: Phrase }> = new Map([
  ...entriesOf(PHRASES, ''),
  ...entriesOf(CALL_PHRASES, 'call.'),
]);

function entriesOf(phrases: PhrasesByKind, prefix: string) {
  return (Object.keys(AUDIT_KINDS) as AuditKind[]).flatMap((kind) =>
    Object.entries(phrases[kind] ?? {}).map(([action, phrase]) => [`${prefix}${action}`, { kind, phrase }] as const),
  );
}

/** What an action says after the name of who did it. Those of earlier versions that are no longer known are named as they are. */
export function phraseOf(action: string, details: Readonly<Record<string, unknown>>): string {
  const phrase = ACTIONS.get(action)?.phrase ?? `made the change ${action.replaceAll(/[{}]/g, '')}`;
  return typeof phrase === 'string' ? phrase : phrase(details);
}

/** Describes an action without an entry: `lesson.save` becomes `Saved a lesson`. */
export function actionLabel(action: string): string {
  const label = describePhrase(phraseOf(action, {}));
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** The actions of a filter: `only` these, or all `but` these. Every action that is not known is a deed. */
export function actionsOfKind(kind: AuditKind | 'deeds'): { readonly only: string[] } | { readonly but: string[] } {
  const of = (kinds: readonly AuditKind[]) => [...ACTIONS].filter(([, action]) => kinds.includes(action.kind)).map(([name]) => name);
  return kind === 'deeds' ? { but: of(NO_DEEDS) } : { only: of([kind]) };
}

/** Every action with a phrase. */
export const KNOWN_ACTIONS: ReadonlySet<string> = new Set(ACTIONS.keys());
