import { createContext, use, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';

/** A part of a page that is saved by itself. */
interface Part {
  isDirty: boolean;
  /** True when nothing of it is left unsaved. */
  save: () => Promise<boolean>;
}

interface PartRegistry {
  set: (id: string, part: Part) => void;
  remove: (id: string) => void;
}

/** The parts of the page around; the page provides it. */
export const UnsavedPartsContext = createContext<PartRegistry>({ set: () => undefined, remove: () => undefined });

interface UnsavedParts {
  registry: PartRegistry;
  /** Any part has something to save. */
  isDirty: boolean;
  /** Saves every part that has something to save, one after the other. True when nothing is left. */
  saveAll: () => Promise<boolean>;
}

/** For a page of several parts that are saved by themselves: one mark, one key and one question for all of them. */
export function useUnsavedParts(): UnsavedParts {
  const parts = useRef(new Map<string, Part>());
  const [isDirty, setDirty] = useState(false);
  const registry = useMemo(() => {
    const tell = () => setDirty([...parts.current.values()].some((part) => part.isDirty));
    return {
      set: (id: string, part: Part) => {
        parts.current.set(id, part);
        tell();
      },
      remove: (id: string) => {
        parts.current.delete(id);
        tell();
      },
    };
  }, []);
  const saveAll = useCallback(async () => {
    let isAllSaved = true;
    for (const part of parts.current.values()) if (part.isDirty && !(await part.save())) isAllSaved = false;
    return isAllSaved;
  }, []);
  return { registry, isDirty, saveAll };
}

/** Tells the page of a part of it, as it is now. */
export function useUnsavedPart(part: Part): void {
  const registry = use(UnsavedPartsContext);
  const id = useId();
  useEffect(() => registry.set(id, part));
  useEffect(() => () => registry.remove(id), [registry, id]);
}
