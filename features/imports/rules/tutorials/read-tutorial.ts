import { readDatacamp } from './datacamp.ts';
import { readExerciseChunks } from './exercise-chunks.ts';
import { readLiascript } from './liascript.ts';
import type { TutorialContext, TutorialPart } from './parts.ts';

type ReadTutorial = (text: string, context: TutorialContext) => TutorialPart[] | null;

const FORMATS: readonly ReadTutorial[] = [readDatacamp, readExerciseChunks, readLiascript];

/** A document of a tool for tutorials, with the exercises and questions of that tool as cells; null: it is another document. */
export function readTutorial(text: string, context: TutorialContext): TutorialPart[] | null {
  for (const read of FORMATS) {
    const parts = read(text, context);
    if (parts !== null) return parts;
  }
  return null;
}
