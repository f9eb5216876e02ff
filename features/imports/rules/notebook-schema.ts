import { z } from 'zod';
import { storable, UnreadableFile } from './cells.ts';
import { DocumentMark, MARK_KEY, PartMark } from './part-mark.ts';

/** Notebook texts are a string or a list of lines with their ends. */
const Lines = z.union([z.string(), z.array(z.string())]).transform((given) => storable(typeof given === 'string' ? given : given.join('')));
const Line = z.string().transform(storable);

/** The output of a cell, in both formats; unknown types are kept by name. */
const Output = z.object({
  output_type: z.string(),
  /** stream: `stdout` or `stderr`; format 3 calls it `stream`. */
  name: z.string().optional(),
  stream: z.string().optional(),
  text: Lines.optional(),
  /** By media type; format 3 has them as separate fields: `png`, `html`. */
  data: z.record(z.string(), z.unknown()).optional(),
  png: Lines.optional(),
  jpeg: Lines.optional(),
  svg: Lines.optional(),
  html: Lines.optional(),
  ename: Line.optional(),
  evalue: Line.optional(),
  traceback: z.array(Line).optional(),
});
export type NotebookOutput = z.infer<typeof Output>;

const flag = z.boolean().catch(false).default(false);
/** What nbgrader stores with a cell that is part of an exercise. */
const Nbgrader = z.object({
  grade: flag,
  solution: flag,
  grade_id: Line.catch('').default(''),
  points: z.number().nullable().catch(null).default(null),
});

const Cell = z.object({
  cell_type: z.string(),
  source: Lines.optional(),
  /** Format 3: the source of code. */
  input: Lines.optional(),
  language: z.string().optional(),
  level: z.number().optional(),
  outputs: z.array(z.unknown()).optional(),
  attachments: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  metadata: z
    .object({
      tags: z.array(z.string()).catch([]).default([]),
      nbgrader: Nbgrader.nullable().catch(null).default(null),
      [MARK_KEY]: PartMark.nullable().catch(null).default(null),
    })
    .catch({ tags: [], nbgrader: null, [MARK_KEY]: null })
    .default({ tags: [], nbgrader: null, [MARK_KEY]: null }),
});

export interface NotebookCell {
  readonly type: string;
  readonly source: string;
  /** Language of the cell; null: that of the notebook. */
  readonly language: string | null;
  /** Level of a heading in format 3. */
  readonly level: number | null;
  readonly outputs: readonly (NotebookOutput | null)[];
  readonly tags: readonly string[];
  /** What nbgrader says about it; null: nothing. */
  readonly nbgrader: z.infer<typeof Nbgrader> | null;
  /** What an export wrote beside it; null: nothing. */
  readonly mark: PartMark | null;
  /** Base64, by name and media type. */
  readonly attachments: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const name = z.object({ name: z.string().optional(), language: z.string().optional() }).optional().catch(undefined);
const Metadata = z.object({
  kernelspec: name,
  language_info: name,
  title: Line.optional().catch(undefined),
  [MARK_KEY]: DocumentMark.nullable().catch(null).default(null),
});

const Notebook = z.object({
  nbformat: z.number(),
  metadata: Metadata.optional().catch(undefined),
  cells: z.array(z.unknown()).optional(),
  worksheets: z.array(z.object({ cells: z.array(z.unknown()).default([]) })).optional(),
});

interface NotebookFile {
  readonly title: string;
  /** The kernel's name of the language; empty: unknown. */
  readonly language: string;
  /** What an export wrote; null: nothing. */
  readonly mark: DocumentMark | null;
  /** Null: an invalid cell. */
  readonly cells: readonly (NotebookCell | null)[];
}

/** Parses the JSON of a notebook of format 3 or 4. @throws UnreadableFile */
export function parseNotebook(text: string): NotebookFile {
  const parsed = Notebook.safeParse(parseJson(text));
  if (!parsed.success) throw new UnreadableFile('This file is not a Jupyter notebook: it has no nbformat, or no cells.');
  const { nbformat, metadata, cells, worksheets } = parsed.data;
  if (Math.floor(nbformat) !== 3 && Math.floor(nbformat) !== 4)
    throw new UnreadableFile(
      `This notebook has format ${nbformat}. Formats 3 and 4 can be imported; Jupyter converts others when it saves them.`,
    );
  const { kernelspec, language_info } = metadata ?? {};
  return {
    title: metadata?.title?.trim() ?? '',
    mark: metadata?.[MARK_KEY] ?? null,
    language: kernelspec?.language ?? language_info?.name ?? kernelspec?.name ?? '',
    cells: (cells ?? worksheets?.flatMap((sheet) => sheet.cells) ?? []).map(readCell),
  };
}

function readCell(given: unknown): NotebookCell | null {
  const parsed = Cell.safeParse(given);
  if (!parsed.success) return null;
  const { cell_type, source, input, language, level, outputs = [], attachments = {}, metadata } = parsed.data;
  return {
    type: cell_type,
    source: (source ?? input ?? '').replace(/\r\n?/g, '\n'),
    language: language ?? null,
    level: level ?? null,
    outputs: outputs.map((output) => Output.safeParse(output).data ?? null),
    tags: metadata.tags,
    nbgrader: metadata.nbgrader,
    mark: metadata[MARK_KEY],
    attachments,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Extreme nesting overflows the stack.
    if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error;
    throw new UnreadableFile('This file is not a Jupyter notebook: it is not valid JSON. The download may be incomplete.');
  }
}
