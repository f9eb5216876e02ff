import type { AnswerOutput } from '#features/screens/contract/screens.ts';
import { shownValues, type Language } from '#platform/contract/languages.ts';
import { storable, type Note } from './cells.ts';
import { fromBase64 } from './extract-images.ts';
import type { NotebookOutput } from './notebook-schema.ts';

/** Limits for the recorded output of an answer. Characters, and images. */
const TEXT_MAX = 2_000_000;
const IMAGES_MAX = 20;
const IMAGE_CHARACTERS_MAX = 8_000_000;

interface ReadOutputs {
  /** Null: nothing to record. */
  readonly output: AnswerOutput | null;
  readonly has_error: boolean;
}

/**
 * Converts the output of a cell into the answer's output; reports everything but text and pictures.
 *
 * @param language of the cell, which says whether a run shows values too
 */
export function readOutputs(
  outputs: readonly (NotebookOutput | null)[],
  language: Language | null,
  place: string,
  note: Note,
): ReadOutputs {
  const texts = { stdout: '', stderr: '' };
  const images: string[] = [];
  const left = new Set<string>();
  let has_error = false;
  for (const output of outputs) {
    if (output === null) {
      left.add('an unreadable output');
      continue;
    }
    const { output_type: type } = output;
    if (type === 'stream') texts[(output.name ?? output.stream) === 'stderr' ? 'stderr' : 'stdout'] += output.text ?? '';
    else if (type === 'error' || type === 'pyerr') {
      has_error = true;
      texts.stderr += withoutColours((output.traceback ?? []).join('\n') || `${output.ename ?? 'Error'}: ${output.evalue ?? ''}`);
      note(place, `It ended with an error (${output.ename ?? 'unknown'}), so Error Okay is turned on for its screen.`);
    } else {
      const image = pngOf(output);
      const value = image === null ? valueOf(output, language) : null;
      if (value !== null) texts.stdout += `${texts.stdout === '' || texts.stdout.endsWith('\n') ? '' : '\n'}${value}\n`;
      else if (image === null) left.add(kindOf(output));
      else if (images.length < IMAGES_MAX) images.push(image);
      else left.add(`more than ${IMAGES_MAX} pictures`);
    }
  }
  for (const what of left) note(place, `Not recorded from its output: ${what}.`);
  const cut = (text: string) => {
    if (text.length > TEXT_MAX) note(place, `Its output was cut after ${TEXT_MAX.toLocaleString('en')} characters.`);
    return withoutColours(text.slice(0, TEXT_MAX));
  };
  const output = { stdout: cut(texts.stdout), stderr: cut(texts.stderr), images };
  return { output: output.stdout + output.stderr === '' && images.length === 0 ? null : output, has_error };
}

function pngOf({ data, png }: NotebookOutput): string | null {
  const given = data?.['image/png'] ?? png;
  const text = (Array.isArray(given) ? given.join('') : typeof given === 'string' ? given : '').replace(/\s+/g, '');
  const isPng = text.startsWith('iVBORw0KGgo') && text.length <= IMAGE_CHARACTERS_MAX && fromBase64(text) !== null;
  return isPng ? text : null;
}

/** The text of a value that a run shows; null: a run doesn't. A place in memory differs in each run, so runs leave it out. */
function valueOf({ output_type: type, data, text }: NotebookOutput, language: Language | null): string | null {
  const shown = shownValues(language);
  const isLast = type === 'execute_result' || type === 'pyout';
  if (shown === 'none' || !(isLast || (shown === 'all' && type === 'display_data'))) return null;
  if (Object.keys(data ?? {}).some((each) => each.includes('jupyter.widget') || each.startsWith('image/'))) return null;
  const given = data?.['text/plain'] ?? text;
  const plain = Array.isArray(given) ? given.join('') : given;
  return typeof plain === 'string' ? storable(plain).replaceAll(/ at 0x[0-9a-fA-F]+/g, '') : null;
}

/** Describes an output that a run here doesn't produce, for the author. */
function kindOf({ output_type, data = {}, html, svg, jpeg }: NotebookOutput): string {
  const types = Object.keys(data);
  if (types.some((type) => type.includes('jupyter.widget'))) return 'an interactive widget';
  if (types.some((type) => type.startsWith('image/')) || svg !== undefined || jpeg !== undefined) return 'a picture that is not a PNG';
  if (output_type === 'execute_result' || output_type === 'pyout') return 'the value of the last line, which has no text';
  if (types.includes('text/html') || html !== undefined) return 'HTML';
  return `output of type ${(types[0] ?? output_type).slice(0, 60)}`;
}

/** Removes terminal color codes. */
function withoutColours(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/\u001B\[[0-9;]*[A-Za-z]/g, '');
}
