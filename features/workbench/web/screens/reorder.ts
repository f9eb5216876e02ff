interface Placed {
  readonly id: number;
  readonly sequence: number;
}

/** The screens after one of them moved to the position `sequence`, counted from 1; those between make room. */
export function reorder<S extends Placed>(screens: readonly S[], id: number, sequence: number): S[] {
  const moved = screens.find((screen) => screen.id === id);
  if (!moved) return [...screens];
  const others = screens.filter((screen) => screen.id !== id);
  return others.toSpliced(sequence - 1, 0, moved).map((screen, index) => ({ ...screen, sequence: index + 1 }));
}
