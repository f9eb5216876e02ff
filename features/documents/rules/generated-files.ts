import { z } from 'zod';
import type { Files } from '#features/content-model/rules/lesson-content.ts';
import { AnswerOutput, AnswerVariable } from '#features/screens/contract/screens.ts';
import { canonicalJson } from '#platform/content/content-hash.ts';
import { decodeUtf8, encodeUtf8 } from '#platform/content/text-file.ts';
import { toBase64 } from '#platform/content/to-base64.ts';
import type { Report } from '#platform/content/yaml/cursor.ts';

/** The recorded output of a screen's answer, in `.generated/<screen folder>/`. */
export interface GeneratedContent {
  readonly answer_output: AnswerOutput | null;
  readonly answer_variables: readonly AnswerVariable[];
}

const Streams = AnswerOutput.omit({ images: true });
const Variables = z.array(AnswerVariable);

/** Reads the records of a screen; only the variables in `names`, in that order. */
export function readGeneratedFiles(
  files: Files,
  folder: string,
  names: readonly string[],
  reportAt: (path: string) => Report,
): GeneratedContent {
  const directory = `.generated/${folder}`;
  const streams = readJson(files, `${directory}/output.json`, Streams, reportAt);
  const images = imagePaths(files, directory).map((path) => toBase64(files.get(path) ?? new Uint8Array()));
  const recorded = readJson(files, `${directory}/variables.json`, Variables, reportAt) ?? [];
  return {
    answer_output: streams && { ...streams, images },
    answer_variables: names.map((name) => recorded.find((variable) => variable.name === name) ?? { name }),
  };
}

/** Writes the records of a screen if they differ from `before`. */
export function writeGeneratedFiles(
  files: Map<string, Uint8Array>,
  folder: string,
  before: GeneratedContent,
  after: GeneratedContent,
): void {
  const directory = `.generated/${folder}`;
  if (!isSameJson(before.answer_output, after.answer_output)) {
    for (const path of imagePaths(files, directory)) files.delete(path);
    const { images = [], ...streams } = after.answer_output ?? {};
    writeJson(files, `${directory}/output.json`, after.answer_output && streams);
    for (const [index, image] of images.entries()) files.set(imagePath(directory, index), fromBase64(image));
  }
  if (!isSameJson(before.answer_variables, after.answer_variables)) {
    const known = after.answer_variables.filter((variable) => Object.keys(variable).length > 1);
    writeJson(files, `${directory}/variables.json`, known.length > 0 ? known : null);
  }
}

function imagePath(directory: string, index: number): string {
  return `${directory}/image-${index + 1}.png`;
}

function imagePaths(files: Files, directory: string): string[] {
  const paths: string[] = [];
  for (let path = imagePath(directory, 0); files.has(path); path = imagePath(directory, paths.length)) paths.push(path);
  return paths;
}

function readJson<T>(files: Files, path: string, schema: z.ZodType<T>, reportAt: (path: string) => Report): T | null {
  const bytes = files.get(path);
  if (!bytes) return null;
  const read = schema.safeParse(parsedJson(decodeUtf8(bytes)));
  if (read.success) return read.data;
  reportAt(path)('Couldn’t read this recorded result. Record it again.');
  return null;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function writeJson(files: Map<string, Uint8Array>, path: string, value: object | null): void {
  if (value === null) files.delete(path);
  else files.set(path, encodeUtf8(`${JSON.stringify(value, null, 2)}\n`));
}

function isSameJson(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** Lenient: invalid base64 is dropped, since running the answer records the picture again. */
function fromBase64(text: string): Uint8Array {
  const clean = text.replace(/[^A-Za-z0-9+/]/g, '');
  const binary = atob(clean.length % 4 === 1 ? clean.slice(0, -1) : clean);
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
