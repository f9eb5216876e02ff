import type { ScreenFields } from '../contract/screens.ts';
import { drawFirst } from './values/fill-in-values.ts';

/** A screen as far as others can start from its answer. */
export interface StartScreen {
  readonly uuid: string;
  readonly fields: Pick<ScreenFields, 'type' | 'starts_from' | 'initial_code' | 'answer_code' | 'values'>;
}

/** Why a screen can't start from another one: that one was deleted, isn't before it, or has no code. */
type NoStart = 'missing' | 'later' | 'no code';

/**
 * The screen that another one starts from, or why it can't.
 *
 * @param screens All screens of the lesson, in order.
 */
export function findStart<S extends { readonly uuid: string; readonly fields: Pick<ScreenFields, 'type'> }>(
  screens: readonly S[],
  uuid: string,
  startsFrom: string,
): S | NoStart {
  const index = screens.findIndex((each) => each.uuid === startsFrom);
  const own = screens.findIndex((each) => each.uuid === uuid);
  const found = screens[index];
  if (!found) return 'missing';
  if (own !== -1 && index >= own) return 'later';
  return found.fields.type === 'code' ? found : 'no code';
}

/** The earlier screen that a screen starts from. Null: it has its own initial code, also because the other screen was deleted or moved. */
export function startScreenOf<S extends StartScreen>(
  screens: readonly S[],
  { uuid, fields: { starts_from } }: { readonly uuid: string; readonly fields: Pick<ScreenFields, 'starts_from'> },
): S | null {
  const found = starts_from === null ? null : findStart(screens, uuid, starts_from);
  return typeof found === 'string' ? null : found;
}

/**
 * The code that learners begin with on a screen: the answer of the screen that it starts from, or its own initial code. An earlier screen
 * without an answer passes on what it starts with itself.
 */
export function startCode(screens: readonly StartScreen[], screen: StartScreen): string {
  // Each step goes to an earlier screen, so this ends.
  for (let at = screen; ;) {
    const earlier = startScreenOf(screens, at);
    if (earlier === null) return at === screen ? screen.fields.initial_code : drawn(at).initial_code;
    if (earlier.fields.answer_code.trim() !== '') return drawn(earlier).answer_code;
    at = earlier;
  }
}

/** The code of an earlier screen is complete: its values aren't those of the screen that starts from it. */
function drawn({ fields: { initial_code, answer_code, values } }: StartScreen) {
  return drawFirst({ initial_code, answer_code, values });
}

/** The fields of a screen whose initial code is what learners begin with. */
export function withStartCode<F extends StartScreen['fields']>(
  screens: readonly StartScreen[],
  { uuid, fields }: { readonly uuid: string; readonly fields: F },
): F {
  return fields.starts_from === null ? fields : { ...fields, initial_code: startCode(screens, { uuid, fields }) };
}

/**
 * The fields of a copied screen in its new lesson: references to screens that were copied before it lead to their copies. Without the
 * screen that it starts from, it keeps that code as its own.
 *
 * @param screens Those of its old lesson.
 * @param copies The uuids of the copies by those of the originals.
 */
export function copiedFields(
  screens: readonly StartScreen[],
  { uuid, fields }: { readonly uuid: string; readonly fields: ScreenFields },
  copies: ReadonlyMap<string, string>,
): ScreenFields {
  const { runs_after, starts_from } = fields;
  const start = starts_from === null ? null : (copies.get(starts_from) ?? null);
  return {
    ...(start === null ? withStartCode(screens, { uuid, fields }) : fields),
    starts_from: start,
    runs_after: Array.isArray(runs_after) ? runs_after.map((each) => copies.get(each) ?? each) : runs_after,
  };
}
