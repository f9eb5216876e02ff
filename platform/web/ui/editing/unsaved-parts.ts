import { createContext, use, useEffect, useId, useState } from 'react';
import { Store } from '../../store.ts';
import { useStore } from '../../use-store.ts';
import type { EditedBy, HowToSave } from './edit-session.ts';
import type { EditState } from './edit-state.ts';

/** A part of a page that is saved by its own call: the fields of a form, the questions, the text of a file. */
export interface UnsavedPart {
  /** What the author calls it, inside a sentence: `questions`. */
  name: string;
  /** `saved`: there is nothing to save. */
  state: EditState;
  /** Why its last save failed; null where it says so itself. */
  error?: string | null;
  /** It sends its edits by itself after a pause: leaving the page sends them at once. */
  savesItself?: boolean;
  /** True when nothing of it is left unsaved. */
  save: (how?: HowToSave) => Promise<boolean>;
  /** Calls back at every edit; stays the same. A page that saves by itself does so after the edits of these parts. */
  watch?: (watcher: (by: EditedBy) => void) => () => void;
  /** Its last save met what another author saved, and the author has not decided yet. */
  isInConflict?: boolean;
}

interface PageEdits {
  /** The save state of the whole page. */
  readonly state: EditState;
  readonly isDirty: boolean;
  /** Names of the parts that have something to save. */
  readonly unsaved: readonly string[];
  /** What could not be saved, and is still unsaved. */
  readonly failed: readonly { name: string; error: string | null; isInConflict: boolean }[];
  /** What the last save of the page did save beside it. */
  readonly saved: readonly string[];
}

interface Outcome {
  readonly failed: ReadonlySet<string>;
  readonly saved: readonly string[];
}

const NOTHING: Outcome = { failed: new Set(), saved: [] };

/**
 * Everything on one page that can be unsaved. The save state, Save, Save with message and the question before leaving all ask it, so
 * that they agree.
 */
export class UnsavedParts extends Store<PageEdits> {
  readonly #parts = new Map<string, UnsavedPart>();
  readonly #watchers = new Set<() => void>();
  #underWay: Promise<boolean> | null = null;
  #isAutomatic = false;
  #isEdited = false;
  #outcome: Outcome = NOTHING;
  /** Message of the last save. */
  #message: string | undefined;

  constructor() {
    super({ state: 'saved', isDirty: false, unsaved: [], failed: [], saved: [] });
  }

  set(id: string, part: UnsavedPart): void {
    this.#parts.set(id, part);
    if (part.state === 'saved') this.#forgetFailure(id);
    this.#paint();
  }

  remove(id: string): void {
    if (this.#parts.delete(id)) this.#paint();
  }

  /**
   * Saves every part that has something to save, one after the other, even where one of them fails. True when nothing is left. A save by hand
   * waits for an automatic one that runs; any other is joined. `watched` leaves out the parts that are not saved while one types.
   */
  readonly saveAll = async (how: HowToSave = {}, which: 'all' | 'watched' = 'all'): Promise<boolean> => {
    if (this.#underWay && this.#isAutomatic && !how.isAutomatic) await this.#underWay;
    if (!this.#underWay) {
      this.#message = how.message;
      this.#isAutomatic = how.isAutomatic === true;
    }
    this.#underWay ??= this.#save(how, which).finally(() => {
      this.#underWay = null;
      this.#paint();
    });
    this.#paint();
    return this.#underWay;
  };

  /** Saves again what the last save could not, with its message. */
  readonly retry = async (how: HowToSave = {}): Promise<boolean> =>
    this.state().failed.length === 0 || this.saveAll({ message: this.#message, ...how });

  /** Whether something was edited since the last save began, also one that was refused. */
  get isEdited(): boolean {
    return this.#isEdited;
  }

  /** Something of a part changed. */
  readonly touch = (by: EditedBy): void => {
    if (by === 'other') return;
    this.#isEdited = true;
    for (const watcher of this.#watchers) watcher();
  };

  /** Calls back at every edit of a part by the author. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Flushes auto-saving parts. True if nothing is unsaved. */
  readonly flush = async (): Promise<boolean> => {
    const unsaved = this.#unsaved().map(([, part]) => part);
    if (unsaved.some((part) => part.savesItself !== true)) return false;
    return (await Promise.all(unsaved.map((part) => part.save()))).every(Boolean);
  };

  async #save(how: HowToSave, which: 'all' | 'watched'): Promise<boolean> {
    const failed = new Set<string>();
    const saved: string[] = [];
    this.#outcome = NOTHING;
    this.#isEdited = false;
    for (const [id] of this.#unsaved()) {
      // Reads it again: an earlier part may have changed it.
      const part = this.#parts.get(id);
      if (!part || part.state === 'saved' || (which === 'watched' && !part.watch)) continue;
      // One call at a time: they change the same lesson.
      if (await part.save(how)) saved.push(part.name);
      else failed.add(id);
    }
    this.#outcome = { failed, saved };
    return failed.size === 0;
  }

  /** A part that was saved since, by itself or through the dialog of its conflict, is not among those that failed. */
  #forgetFailure(id: string): void {
    if (!this.#outcome.failed.has(id)) return;
    const failed = new Set(this.#outcome.failed);
    failed.delete(id);
    this.#outcome = { ...this.#outcome, failed };
  }

  #unsaved(): [string, UnsavedPart][] {
    return [...this.#parts].filter(([, part]) => part.state !== 'saved');
  }

  #paint(): void {
    const unsaved = this.#unsaved();
    const failed = unsaved
      .filter(([id, part]) => part.state === 'failed' || this.#outcome.failed.has(id))
      .map(([, { name, error = null, isInConflict = false }]) => ({ name, error, isInConflict }));
    const next: PageEdits = {
      state: this.#stateOf(unsaved.map(([, part]) => part.state)),
      isDirty: unsaved.length > 0,
      unsaved: unsaved.map(([, { name }]) => name),
      failed,
      saved: failed.length > 0 ? this.#outcome.saved : [],
    };
    if (JSON.stringify(next) !== JSON.stringify(this.state())) this.show(next);
  }

  #stateOf(states: readonly EditState[]): EditState {
    if (this.#underWay || states.includes('saving')) return 'saving';
    if (states.includes('failed')) return 'failed';
    return states.length > 0 ? 'unsaved' : 'saved';
  }
}

/** The parts of the page around; the page provides it. */
export const UnsavedPartsContext = createContext(new UnsavedParts());

/** For a page: the parts that report to it, and what of them is unsaved. */
export function useUnsavedParts(): PageEdits & { parts: UnsavedParts } {
  const [parts] = useState(() => new UnsavedParts());
  return { ...useStore(parts), parts };
}

/** Reports a part, as it is now, to the page around, or to `page` from the page itself. */
export function useUnsavedPart(part: UnsavedPart, page?: UnsavedParts): void {
  const around = use(UnsavedPartsContext);
  const parts = page ?? around;
  const id = useId();
  useEffect(() => parts.set(id, part));
  useEffect(() => () => parts.remove(id), [parts, id]);
  const { watch } = part;
  useEffect(() => watch?.(parts.touch), [parts, watch]);
}
