import type { ReadTree } from '../code-names.ts';
import type { Translated } from './pythonwhat.ts';
import { argumentOf, readRValues, type RValue } from './r-values.ts';

interface TranslatedR extends Omit<Translated, 'checks'> {
  /** Variables that are compared with the answer's. */
  readonly compared: readonly string[];
  /** A pattern that the output has to match; null: none. */
  readonly output: string | null;
}

const COMPARED =
  /^ex\(\)\s{0,20}(?:%>%|\|>)\s{0,20}check_object\(["']([\w.]{1,200})["'][^()]{0,500}\)\s{0,20}(?:%>%|\|>)\s{0,20}check_equal\(/;
const OUTPUT = /^ex\(\)\s{0,20}(?:%>%|\|>)\s{0,20}check_output\(["']((?:[^"'\\]|\\.){1,500})["']\)$/;
/** A run that ends with an error is never right. */
const IDLE = /^(?:test_error\(\)|ex\(\)\s{0,20}(?:%>%|\|>)\s{0,20}check_error\(\))$/;

/** Translates checks of testwhat. Statements that say something else are left. */
export function translateTestwhat(readTree: ReadTree, code: string): TranslatedR {
  const values = readRValues(readTree, code);
  const left: string[] = values.length === 0 && code.trim() !== '' ? [code] : [];
  const compared: string[] = [];
  let output: string | null = null;
  let success = '';
  let choice: Translated['choice'] = null;
  for (const value of values) {
    const name = value.call === 'test_object' ? argumentOf(value, 'name', 0)?.string : COMPARED.exec(value.source)?.[1];
    const pattern = OUTPUT.exec(value.source)?.[1];
    if (value.call === 'success_msg') success = argumentOf(value, 'msg', 0)?.string ?? '';
    else if (value.call === 'test_mc') choice = choiceOf(value);
    else if (name !== undefined && name !== null) compared.push(name);
    else if (pattern !== undefined && output === null && !/[/\\]/.test(pattern)) output = pattern;
    else if (!IDLE.test(value.source)) left.push(value.source);
  }
  return { compared: [...new Set(compared)], output, success, choice, left };
}

function choiceOf(call: RValue): Translated['choice'] {
  const right = Number(argumentOf(call, 'correct', 0)?.source.replace(/L$/, ''));
  const messages = argumentOf(call, 'feedback_msgs', 1)?.args ?? [];
  return Number.isInteger(right) && right > 0 ? { right, messages: messages.map(({ value }) => value.string ?? '') } : null;
}
