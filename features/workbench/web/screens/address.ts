interface Addressable {
  readonly id: number;
  readonly sequence: number;
}

/** Where `/lesson/{lessonId}/screen/{n}` leads. */
export type ResolvedScreen<S> = { to: 'screen'; screen: S } | { to: 'other-screen'; screenId: number } | { to: 'lesson' };

/**
 * `n` is the id of a screen of this lesson; or else its sequence number, which redirects to that screen; or else unknown, which
 * redirects to the lesson page.
 */
export function resolveScreen<S extends Addressable>(screens: readonly S[], n: string): ResolvedScreen<S> {
  const number = screenIdIn(n);
  if (number === null) return { to: 'lesson' };
  const screen = screens.find((each) => each.id === number);
  if (screen) return { to: 'screen', screen };
  const bySequence = screens.find((each) => each.sequence === number);
  return bySequence ? { to: 'other-screen', screenId: bySequence.id } : { to: 'lesson' };
}

/** The id that `n` is, if it is one; whether the lesson has such a screen is not known. */
export function screenIdIn(n: string): number | null {
  return /^\d{1,10}$/.test(n) ? Number(n) : null;
}
